import { addDays, type Day, day } from '#shared/dates.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { divide } from '#shared/money.ts'
import { createRandom, type Random } from '#shared/testing/random.ts'

// Random but valid ledgers: invoices in every state that the app can bring them to, with payments before the issue date, partial payments, overpayments
// and refunds. The same seed gives the same ledger.

export type RandomRefund = { day: Day; amount: number }
export type RandomPayment = {
  amount: number
  day: Day
  provider: 'manual' | 'stripe' | 'paypal'
  /** What the provider keeps of it; zero for a payment recorded by hand. */
  fee: number
  status: 'succeeded' | 'voided' | 'pending'
  returns: RandomRefund[]
}
/** A write-off; `reversedOn` is null while it stands. */
export type RandomWriteOff = { amount: number; day: Day; recoversTax: boolean; reversedOn: Day | null }
/** Lines with the same rate: the place of the rate in `taxRates`, or null for lines without tax. */
export type RandomGroup = { rate: number | null; net: number; taxes: { base: number; amount: number }[] }
export type RandomInvoice = {
  number: string
  /** Index into `customers`. */
  customer: number
  status: InvoiceStatus
  isDeleted: boolean
  issueDate: Day
  dueDate: Day
  /** Without tax. */
  subtotal: number
  rate: number
  tax: number
  taxIsCustom: boolean
  /** Of an invoice with rates on its lines; empty for one with a rate of its own. */
  groups: RandomGroup[]
  /** Not zero only where prices include the tax. */
  rounding: number
  payments: RandomPayment[]
  writeOffs: RandomWriteOff[]
}
export type RandomExpense = { category: string; vendor: string | null; description: string; amount: number; day: Day }
export type RandomLedger = { customers: string[]; invoices: RandomInvoice[]; expenses: RandomExpense[] }

/** The year that the ledger is compared for. Documents are dated from September of the year before into the year after. */
export const ledgerYear = 2025
const firstDay = day(`${ledgerYear - 1}-09-01`)

/** The tax rates that lines name: percent in thousandths. The same tax is a part of several; names have characters that mean something in hledger. */
export const taxRates = [
  { name: 'VAT 19%', components: [{ name: 'VAT', percent: 19_000, isCompound: false }] },
  {
    name: 'Quebec',
    components: [
      { name: 'GST', percent: 5000, isCompound: false },
      { name: 'QST', percent: 9975, isCompound: false },
    ],
  },
  {
    name: 'Old Quebec',
    components: [
      { name: 'GST', percent: 5000, isCompound: false },
      { name: 'QST: old; (compound)  | 9', percent: 9500, isCompound: true },
    ],
  },
  { name: 'Exempt', components: [{ name: 'Exempt', percent: 0, isCompound: false }] },
] as const

const names = [
  'Acme',
  'Acme',
  'Émile & Fils',
  '  Two  Spaces ',
  'Semi; Colon: Ltd',
  '(Brackets) [Co]',
  '=SUM(A1)',
  'A, B | C',
  '株式会社 山田',
  '* Star',
]
const scenarios = [
  'draft', 'open', 'open', 'part', 'part', 'paid', 'paid', 'paid', 'paid', 'overpaid', 'refunded', 'refunded', 'let go', 'bounced', 'lost',
  'reopened', 'part refunded', 'deleted', 'deleted by provider', 'nothing', 'written off', 'written off in part', 'recovered',
] as const // biome-ignore format: a table

/** Splits an amount into at most so many parts of at least one cent. */
const split = (random: Random, amount: number, parts: number): number[] => {
  const made: number[] = []
  let rest = amount
  for (let left = parts; left > 1 && rest > left; left--) {
    const part = random.between(1, rest - left + 1)
    made.push(part)
    rest -= part
  }
  return [...made, rest]
}

const createPayments = (random: Random, issueDate: Day, amount: number): RandomPayment[] =>
  split(random, amount, random.one([1, 1, 1, 2, 3])).map((part) => ({
    amount: part,
    fee: random.percent(80) ? Math.floor(part / 30) : 0,
    // Some payments are made before the issue date.
    day: addDays(issueDate, random.percent(12) ? -random.one([random.between(0, 20), random.between(20, 90)]) : random.between(0, 150)),
    provider: random.one(['manual', 'manual', 'stripe', 'paypal']),
    status: 'succeeded',
    returns: [],
  }))

/** Refunds an amount of the payments, in one or two steps, on days after the payments. */
const refund = (random: Random, payments: RandomPayment[], amount: number) => {
  let rest = amount
  for (const payment of payments) {
    const share = Math.min(payment.amount, rest)
    rest -= share
    let on = payment.day
    if (share > 0)
      for (const part of split(random, share, random.one([1, 1, 2]))) {
        on = addDays(on, random.between(0, 60))
        payment.returns.push({ day: on, amount: part })
      }
  }
}
/** A refund that failed: the money comes back. */
const failRefund = (random: Random, { returns }: RandomPayment) => {
  const last = returns.at(-1)
  if (last) returns.push({ day: addDays(last.day, random.between(0, 20)), amount: -random.one([last.amount, Math.ceil(last.amount / 2)]) })
}

const createGroup = (random: Random, rate: number | null): RandomGroup => {
  const net = random.one([random.between(1, 99), random.between(100, 50_000)])
  let before = 0
  const taxes = (rate === null ? [] : taxRates[rate]!.components).map(({ percent, isCompound }) => {
    const base = isCompound ? net + before : net
    const amount = Number(divide(BigInt(base) * BigInt(percent), 100_000n))
    before += amount
    return { base, amount }
  })
  return { rate, net, taxes }
}
/** Takes the lines of a group back. */
const negate = ({ rate, net, taxes }: RandomGroup): RandomGroup => ({
  rate,
  net: -net,
  taxes: taxes.map(({ base, amount }) => ({ base: -base, amount: -amount })),
})
const sumGroup = ({ net, taxes }: RandomGroup) => net + taxes.reduce((sum, { amount }) => sum + amount, 0)

/** One to four groups, the one without tax last; some are negative, but not the sums. */
const createGroups = (random: Random): RandomGroup[] => {
  const rates = [...taxRates.keys()].filter(() => random.percent(45))
  const groups = [...rates, ...(rates.length === 0 || random.percent(30) ? [null] : [])].map((rate) => createGroup(random, rate))
  const [first, ...rest] = groups
  if (rest.length === 0 || !random.percent(30)) return groups
  const turned = rest.map((group) => (sumGroup(group) * rest.length < sumGroup(first!) / 2 ? negate(group) : group))
  return [first!, ...turned]
}

const randomInvoice = (random: Random, index: number, customers: number): RandomInvoice => {
  const scenario = random.one(scenarios)
  const issueDate = addDays(firstDay, random.between(0, 600))
  const groups = scenario !== 'nothing' && random.percent(40) ? createGroups(random) : []
  const ownSubtotal =
    scenario === 'nothing' ? 0 : random.one([random.between(1, 99), random.between(100, 50_000), random.between(100, 2_000_000)])
  const rate = groups.length > 0 ? 0 : random.one([0, 0, 725, 825, 825, 1900, 3333, 10_000])
  const taxIsCustom = groups.length === 0 && random.percent(15)
  const ownTax =
    scenario === 'nothing'
      ? 0
      : taxIsCustom
        ? random.between(0, ownSubtotal * 2)
        : Number(divide(BigInt(ownSubtotal) * BigInt(rate), 10_000n))
  const subtotal = groups.length > 0 ? groups.reduce((sum, { net }) => sum + net, 0) : ownSubtotal
  const tax = groups.length > 0 ? groups.reduce((sum, group) => sum + sumGroup(group) - group.net, 0) : ownTax
  const rounding = groups.length > 0 && subtotal + tax > 1 && random.percent(40) ? random.one([-1, 1]) : 0
  const total = subtotal + tax + rounding
  const invoice: RandomInvoice = {
    number: `INV-${index}`,
    customer: random.between(0, customers - 1),
    status: random.percent(20) ? 'overdue' : 'sent',
    isDeleted: false,
    issueDate,
    dueDate: addDays(issueDate, random.one([0, 7, 14, 30, 30, 60, 90])),
    subtotal,
    rate,
    tax,
    taxIsCustom,
    groups,
    rounding,
    payments: [],
    writeOffs: [],
  }
  const pay = (amount: number) => {
    invoice.payments = createPayments(random, issueDate, amount)
    return invoice.payments
  }
  const paid = (amount = total) => {
    invoice.status = 'paid'
    return pay(amount)
  }
  const someOf = (amount: number) => random.between(1, amount)
  if (scenario === 'draft') invoice.status = 'draft'
  if (scenario === 'part' && total > 1) pay(someOf(total - 1))
  if (scenario === 'paid') paid()
  if (scenario === 'overpaid') paid(total + someOf(total + 500))
  // A paid invoice stays paid when it is refunded: the refund reduces the sale.
  if (scenario === 'refunded') refund(random, paid(), someOf(total))
  if (scenario === 'let go') {
    const over = total + someOf(total)
    refund(random, paid(over), someOf(over))
  }
  if (scenario === 'bounced') {
    refund(random, paid(), someOf(total))
    for (const payment of invoice.payments) failRefund(random, payment)
  }
  if (scenario === 'lost') {
    const [first] = paid()
    first!.returns.push({ day: addDays(first!.day, random.between(5, 90)), amount: first!.amount })
  }
  // The refunded money is due again, so the invoice is not paid.
  if (scenario === 'reopened') refund(random, pay(total + (random.percent(30) ? someOf(total) : 0)), total + 0)
  if (scenario === 'part refunded' && total > 1) {
    const paidAmount = someOf(total - 1)
    refund(random, pay(paidAmount), someOf(paidAmount))
  }
  if (scenario === 'deleted' || scenario === 'deleted by provider') {
    invoice.isDeleted = true
    if (random.percent(80)) paid(someOf(total))
    if (scenario === 'deleted by provider')
      for (const payment of invoice.payments) payment.provider = random.one(['stripe', 'paypal', 'manual'])
    if (random.percent(40)) refund(random, invoice.payments, someOf(total))
  }
  if (scenario === 'nothing' && random.percent(50)) invoice.status = 'paid'
  // Some write-offs are dated before the issue date, which was moved then.
  const writeOff = (amount: number, reversedOn: Day | null = null) =>
    invoice.writeOffs.push({ amount, day: addDays(issueDate, random.between(-10, 120)), recoversTax: random.percent(60), reversedOn })
  if (scenario === 'written off') {
    const amount = total > 1 && random.percent(50) ? someOf(total - 1) : 0
    if (amount > 0) pay(amount)
    if (amount > 0 && random.percent(30)) refund(random, invoice.payments, someOf(amount))
    const returned = invoice.payments.flatMap(({ returns }) => returns).reduce((sum, back) => sum + back.amount, 0)
    // What was refunded before is due again, or the customer keeps it after the write-off.
    writeOff(total - amount + (random.percent(50) ? returned : 0))
    invoice.status = 'paid'
  }
  if (scenario === 'written off in part' && total > 1) writeOff(someOf(total - 1))
  if (scenario === 'recovered') {
    writeOff(someOf(total), addDays(issueDate, 150))
    if (random.percent(30)) writeOff(someOf(total), addDays(issueDate, 160))
    if (random.percent(70)) paid()
  }
  if (random.percent(8))
    invoice.payments.push({
      amount: someOf(total + 1),
      fee: 0,
      day: issueDate,
      provider: 'manual',
      status: random.one(['voided', 'pending']),
      returns: [],
    })
  return invoice
}

const randomExpense = (random: Random, index: number): RandomExpense => ({
  category: random.one(expenseCategories),
  vendor: random.percent(70) ? random.one(names) : null,
  description: random.one([`Expense ${index}`, '=HYPERLINK("http://example.com")', 'Two\nlines ; and: a [2026-01-01] date:']),
  amount: random.one([-random.between(1, 9_999), random.between(1, 99_999), random.between(1, 9_999)]),
  day: addDays(firstDay, random.between(0, 700)),
})

/** Creates a random ledger. @param documents number of invoices and expenses together */
export const createRandomLedger = (seed: number, documents: number): RandomLedger => {
  const random = createRandom(seed)
  const expenses = Math.floor(documents / 5)
  const customers = Array.from({ length: Math.max(3, Math.floor(documents / 40)) }, (_, i) =>
    i < names.length ? names[i]! : `Customer ${i}`,
  )
  return {
    customers,
    invoices: Array.from({ length: documents - expenses }, (_, i) => randomInvoice(random, i + 1, customers.length)),
    expenses: Array.from({ length: expenses }, (_, i) => randomExpense(random, i + 1)),
  }
}
