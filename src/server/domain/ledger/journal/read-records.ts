import { homeCurrencySql } from '#server/domain/business/business.ts'
import { isPostedSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { EntryKind } from '#shared/books.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { homeRate, toHome } from '#shared/exchange-rates.ts'
import { type Amount, type HomeAmount, homeZero, parseAmount, sum, toAmount, toHomeAmount, zero } from '#shared/money.ts'
import { selectCreditMovements } from './credit-movements.ts'
import { type DeductionRow, selectDeductions, toDeduction } from './deductions.ts'
import { compareMovements, computeShare, type Entry, type EntryLine } from './derive-entries.ts'
import type { CreditNote, ExpenseFacts, InvoiceFacts, Movement, TaxGroup } from './facts.ts'
import { type ManualEntryFacts, selectManualEntries } from './manual-entries.ts'
import type { WriteOff } from './write-off-events.ts'

/** Both are included. */
export type IdRange = { first: number; last: number }

/** Neither reversed nor a reversal. `day` is the day of the event; it is posted on `postedDay`. */
export type StandingEntry = Entry & { id: number; postedDay: Day }

/** The latest day on which an entry of an event was reversed in a later period than that of the event. */
export type LateReversal = { kind: EntryKind; sourceId: number; day: Day }

type IsIn = (id: string) => string

// What is left of the net amount beside the taxed groups is that of the lines without tax.
const amountColumns = `d.currency, ${homeCurrencySql} as "homeCurrency", d.exchange_rate::text as "exchangeRate", d.total::text, d.withheld::text,
         d.home_total::text as "homeTotal", d.net_amount::text as net, d.rounding::text,
         (select json_agg(json_build_array(t.group_no, t.tax_rate_id, t.component_no, t.percent::text,
                          coalesce(t.home_base, t.base)::text, coalesce(t.home_amount, t.amount)::text)
                          order by t.group_no, t.component_no)
          from document_taxes t where t.user_id = $1 and t.document_id = d.id) as taxes`
const selectInvoices = (isIn: IsIn) => `
  select d.id, d.number, coalesce(d.customer_id, d.former_customer_id) as "customerId", coalesce(d.customer_snapshot ->> 'name', c.name, '') as "customerName",
         d.issue_date as "issueDate", d.status not in ('draft', 'voided') and d.deleted_at is null as "isIssued", d.status = 'paid' as "isPaid",
         d.type = 'credit-note' as "isCreditNote",
         d.is_opening_balance as "isOpeningBalance", exists (select from late_fees f where f.user_id = $1 and f.fee_invoice_id = d.id) as "isLateFee",
         d.invoice_kind = 'deposit' as "isDeposit", d.invoice_kind = 'retainer' as "isRetainer",
         ${amountColumns}
  from documents d
  left join customers c on c.user_id = $1 and c.id = d.customer_id
  where d.user_id = $1 and ${isPostedSql('d')} and ${isIn('d.id')} order by d.id`

// Payments recorded by hand for an invoice that is deleted do not count.
const counts = "p.status = 'succeeded' and (p.provider <> 'manual' or d.deleted_at is null)"
const selectMovements = (isIn: IsIn) => `
  select p.document_id as "documentId", 'payment' as kind, p.id as "sourceId", p.payment_date as day, p.amount::text, p.provider, p.fee::text,
         p.id as "paymentId", p.home_amount::text as "homeAmount"
  from payments p join documents d on d.user_id = $1 and d.id = p.document_id
  where p.user_id = $1 and ${isIn('p.document_id')} and ${counts}
  union all
  select r.document_id, r.kind, r.id, r.day, r.amount::text, p.provider, null, p.id, r.home_amount::text
  from movements r join payments p on p.user_id = $1 and p.id = r.payment_id join documents d on d.user_id = $1 and d.id = r.document_id
  where r.user_id = $1 and ${isIn('r.document_id')} and r.kind = 'refund' and ${counts}
  union all
  ${selectCreditMovements(isIn)}`

// Those of drafts and deleted invoices do not count, and neither do those that were undone before the currency of the invoice was changed.
const selectWriteOffs = (isIn: IsIn) => `
  select w.document_id as "documentId", w.id, w.day, w.amount::text, w.home_amount::text as "homeAmount", w.tax_part > 0 as "recoversTax",
         w.reversal_day as "reversedOn"
  from movements w join documents d on d.user_id = $1 and d.id = w.document_id
  where w.user_id = $1 and ${isIn('w.document_id')} and w.kind = 'write-off' and d.status <> 'draft' and d.deleted_at is null and w.currency = d.currency order by w.id`

const selectCreditNotes = (isIn: IsIn) => `
  select d.credited_invoice_id as "invoiceId", d.id, d.number, d.issue_date as day, ${amountColumns}
  from documents d where d.user_id = $1 and d.credited_invoice_id is not null and ${isIn('d.credited_invoice_id')} and d.status = 'issued' order by d.id`

const selectExpenses = (isIn: IsIn) => `
  select id, expense_date as day, category, description, vendor, amount::text, customer_id as "customerId"
  from expenses where user_id = $1 and ${isIn('id')} order by id`

const selectStanding = (condition: string) => `
  select e.id, e.kind, e.source_id as "sourceId", e.document_id as "documentId", coalesce(e.event_day, e.day) as day, e.day as "postedDay", e.reference,
         e.name, e.description,
         (select json_agg(json_build_array(l.basis, l.debit_account, l.credit_account, l.amount::text, l.customer_id, l.tax_rate_id, l.tax_component, l.tax_percent::text,
                                           l.currency, l.currency_amount::text) order by l.position)
          from journal_lines l where l.user_id = $1 and l.entry_id = e.id) as lines
  from journal_entries e
  where e.user_id = $1 and ${condition} and e.reverses_id is null
    and not exists (select 1 from journal_entries r where r.user_id = $1 and r.reverses_id = e.id)
  order by e.id`

const selectLate = (condition: string) => `
  select e.kind, e.source_id as "sourceId", max(e.day) as day from journal_entries e
  where e.user_id = $1 and ${condition} and e.reverses_id is not null and e.event_day is not null group by 1, 2`

const selectLists = (lists: Record<string, string>) =>
  `select ${Object.entries(lists)
    .map(([name, select]) => `coalesce((select json_agg(l) from (${select}) l), '[]') as "${name}"`)
    .join(', ')}`

/** A single record has its own statement: PostgreSQL plans a range for many rows. $2 and $3 are the first and the last id. */
type RecordsQuery = { one: string; range: string; name: string }
const forRecords = (name: string, build: (isIn: IsIn) => string): RecordsQuery => ({
  one: build((id) => `${id} = $2`),
  range: build((id) => `${id} between $2 and $3`),
  name,
})
const invoicesQuery = forRecords('ledger.invoice', (isIn) =>
  selectLists({
    invoices: selectInvoices(isIn),
    movements: selectMovements(isIn),
    writeOffs: selectWriteOffs(isIn),
    creditNotes: selectCreditNotes(isIn),
    deductions: selectDeductions(isIn, amountColumns),
    standing: selectStanding(isIn('e.document_id')),
    late: selectLate(isIn('e.document_id')),
  }),
)
/** For records that are no documents. */
const forSimpleRecords = (kind: EntryKind, select: (isIn: IsIn) => string) =>
  forRecords(`ledger.${kind}`, (isIn) => {
    const isOfKind = `e.kind = '${kind}' and ${isIn('e.source_id')}`
    return selectLists({ records: select(isIn), standing: selectStanding(isOfKind), late: selectLate(isOfKind) })
  })
const expensesQuery = forSimpleRecords('expense', selectExpenses)
const manualEntriesQuery = forSimpleRecords('manual', selectManualEntries)

const readLists = async <Lists>(db: UserDb, { one, range, name }: RecordsQuery, { first, last }: IdRange): Promise<Lists> => {
  const [row] = first === last ? await db.rows<Lists>(one, [db.userId, first], name) : await db.rows<Lists>(range, [db.userId, first, last])
  return row!
}

type TaxRow = [groupNo: number, taxRateId: number | null, componentNo: number, percent: string, base: string, amount: string]
type AmountRow = Pick<InvoiceFacts, 'currency' | 'homeCurrency' | 'exchangeRate'> & {
  total: string
  withheld: string
  homeTotal: string | null
  net: string
  rounding: string
  taxes: TaxRow[] | null
}
type InvoiceRow = Omit<InvoiceFacts, 'total' | 'homeTotal' | 'withheld' | 'groups' | 'rounding' | keyof Parts> &
  AmountRow & { isCreditNote: boolean; isRetainer: boolean }
type CreditNoteRow = Pick<CreditNote, 'id' | 'number' | 'day'> & AmountRow & { invoiceId: number }
type MovementRow = Omit<Movement, 'amount' | 'homeAmount' | 'fee'> & {
  documentId: number
  /** null for credit. */
  paymentId: number | null
  amount: string
  homeAmount: string | null
  fee: string | null
}
type WriteOffRow = Omit<WriteOff, 'amount' | 'homeAmount'> & { documentId: number; amount: string; homeAmount: string | null }
type StandingRow = {
  id: number
  kind: EntryKind
  sourceId: number
  documentId: number | null
  day: Day
  postedDay: Day
  reference: string | null
  name: string | null
  description: string
  lines:
    | [
        ...[basis: EntryLine['basis'], debit: number, credit: number, amount: string, customerId: number | null],
        ...[taxRateId: number | null, taxComponent: number | null, taxPercent: string | null],
        ...[currency: Currency | null, currencyAmount: string | null],
      ][]
    | null
}

const toStanding = ({ lines, ...row }: StandingRow): StandingEntry => ({
  ...row,
  lines: (lines ?? []).map(([basis, debit, credit, amount, customerId, taxRateId, taxComponent, taxPercent, currency, currencyAmount]) => ({
    basis,
    debit,
    credit,
    amount: parseHomeAmount(amount),
    customerId,
    taxRateId,
    taxComponent,
    taxPercent,
    currency,
    currencyAmount: currencyAmount === null ? null : parseAmount(currencyAmount),
  })),
})

const parseHomeAmount = (text: string): HomeAmount => toHomeAmount(parseAmount(text))

/** A percentage of the whole invoice; zero is none. */
const toOwnPercent = (percent: string) => (Number(percent) === 0 ? null : percent)

/** The groups with taxes, and then what has none; at least one group. */
const toGroups = (net: HomeAmount, rows: readonly TaxRow[]): TaxGroup[] => {
  const groups = new Map<number, TaxGroup & { taxes: TaxGroup['taxes'][number][] }>()
  for (const [groupNo, taxRateId, componentNo, percent, base, amount] of rows) {
    const isOwn = taxRateId === null
    const taxPercent = isOwn ? toOwnPercent(percent) : percent
    // The base of the first component: those of compound ones have the taxes before them.
    const group = groups.get(groupNo) ?? { taxRateId, percent: isOwn ? taxPercent : null, net: parseHomeAmount(base), taxes: [] }
    group.taxes.push({ component: isOwn ? null : componentNo, percent: taxPercent, amount: parseHomeAmount(amount) })
    groups.set(groupNo, group)
  }
  const taxed = [...groups.values()]
  const rest = toHomeAmount(net - sum(taxed.map((group) => group.net)))
  return rest === 0 && taxed.length > 0 ? taxed : [...taxed, { taxRateId: null, percent: null, net: rest, taxes: [] }]
}

/**
 * Where the provider has not said what a refund took from the account, it takes from what its payment was worth, on running sums, so that
 * refunds of all of it take all.
 */
const toMovements = ({ currency, homeCurrency, exchangeRate }: InvoiceRow, rows: readonly MovementRow[]): Movement[] => {
  type Paid = { amount: Amount; homeAmount: HomeAmount; refunded: number; homeRefunded: number }
  const isForeign = currency !== homeCurrency
  const toPaid = ({ amount: text, homeAmount }: MovementRow): Paid => {
    const amount = parseAmount(text)
    const worth = homeAmount === null ? toHomeAmount(toHome(amount, exchangeRate ?? homeRate, homeCurrency)) : parseHomeAmount(homeAmount)
    return { amount, homeAmount: worth, refunded: 0, homeRefunded: 0 }
  }
  // A refund may be dated before its payment.
  const payments = new Map(isForeign ? rows.filter(({ kind }) => kind === 'payment').map((row) => [row.paymentId, toPaid(row)]) : [])
  return rows
    .map(({ documentId: _, ...row }) => ({
      ...row,
      amount: parseAmount(row.amount),
      fee: row.fee === null ? homeZero : parseHomeAmount(row.fee),
    }))
    .toSorted(compareMovements)
    .map(({ paymentId, homeAmount: known, ...movement }) => {
      const { kind, amount } = movement
      if (!isForeign) return { ...movement, homeAmount: toHomeAmount(amount) }
      if (paymentId === null) return { ...movement, homeAmount: parseHomeAmount(known!) }
      const payment = payments.get(paymentId)!
      if (kind === 'payment') return { ...movement, homeAmount: payment.homeAmount }
      const before = payment.homeRefunded
      payment.refunded += amount
      payment.homeRefunded = computeShare(payment.homeAmount, payment.refunded, payment.amount, homeCurrency)
      return { ...movement, homeAmount: known === null ? toHomeAmount(payment.homeRefunded - before) : parseHomeAmount(known) }
    })
}

/** Zero for a draft without a rate. What is left beside taxes and rounding is the net amount. */
const toHomeAmounts = ({ currency, homeCurrency, exchangeRate, total, homeTotal, net, rounding, taxes }: AmountRow) => {
  if (currency === homeCurrency)
    return { homeTotal: parseHomeAmount(total), groups: toGroups(parseHomeAmount(net), taxes ?? []), rounding: parseHomeAmount(rounding) }
  if (exchangeRate === null || homeTotal === null) return { homeTotal: homeZero, groups: toGroups(homeZero, []), rounding: homeZero }
  const homeRounding = toHomeAmount(toHome(parseAmount(rounding), exchangeRate, homeCurrency))
  const homeTaxes = sum((taxes ?? []).map(([, , , , , amount]) => parseHomeAmount(amount)))
  const homeNet = toHomeAmount(parseHomeAmount(homeTotal) - homeTaxes - homeRounding)
  return { homeTotal: parseHomeAmount(homeTotal), groups: toGroups(homeNet, taxes ?? []), rounding: homeRounding }
}

const toWriteOff = ({ documentId: _, amount, homeAmount, ...writeOff }: WriteOffRow): WriteOff => ({
  ...writeOff,
  amount: parseAmount(amount),
  homeAmount: parseHomeAmount(homeAmount ?? amount),
})

const toDeductions = (rows: readonly DeductionRow<AmountRow>[], ofNote: number | null) =>
  rows.filter(({ noteId }) => noteId === ofNote).map((row) => toDeduction(row, (deposit) => toHomeAmounts(deposit).groups))

const toCreditNote = (row: CreditNoteRow, deductions: readonly DeductionRow<AmountRow>[]): CreditNote => {
  const { id, number, day, total } = row
  return {
    id,
    number,
    day,
    total: parseAmount(total),
    withheld: parseAmount(row.withheld),
    ...toHomeAmounts(row),
    deductions: toDeductions(deductions, id),
  }
}

type Amounts = Pick<InvoiceFacts, 'total' | 'homeTotal' | 'groups' | 'rounding'>

const negate = ({ total, homeTotal, groups, rounding }: Amounts): Amounts => ({
  total: toAmount(-total),
  homeTotal: toHomeAmount(-homeTotal),
  groups: groups.map((group) => ({
    ...group,
    net: toHomeAmount(-group.net),
    taxes: group.taxes.map((tax) => ({ ...tax, amount: toHomeAmount(-tax.amount) })),
  })),
  rounding: toHomeAmount(-rounding),
})

/** A retainer is no sale, so all money for it is credit of the customer. */
const noSale: Amounts = { total: zero, homeTotal: homeZero, groups: toGroups(homeZero, []), rounding: homeZero }

type Parts = {
  movements: readonly MovementRow[]
  writeOffs: readonly WriteOffRow[]
  creditNotes: readonly CreditNoteRow[]
  deductions: readonly DeductionRow<AmountRow>[]
}

const toFacts = (row: InvoiceRow, { movements, writeOffs, creditNotes, deductions }: Parts): InvoiceFacts => {
  const { net: _net, taxes: _taxes, isCreditNote, isRetainer, ...invoice } = row
  const amounts = isRetainer ? noSale : { total: parseAmount(row.total), ...toHomeAmounts(row) }
  return {
    ...invoice,
    ...(isCreditNote ? negate(amounts) : amounts),
    withheld: parseAmount(row.withheld),
    movements: toMovements(row, movements),
    writeOffs: writeOffs.map(toWriteOff),
    creditNotes: creditNotes.map((note) => toCreditNote(note, deductions)),
    deductions: toDeductions(deductions, null),
  }
}

/** `standing` is in the order of posting. */
type Posted = { standing: StandingEntry[]; late: LateReversal[] }
type PostedRows = { standing: StandingRow[]; late: LateReversal[] }

/** Also drafts and deleted ones. */
export const readInvoices = async (db: UserDb, ids: IdRange): Promise<{ invoices: InvoiceFacts[] } & Posted> => {
  type Lists = {
    invoices: InvoiceRow[]
    movements: MovementRow[]
    writeOffs: WriteOffRow[]
    creditNotes: CreditNoteRow[]
    deductions: DeductionRow<AmountRow>[]
  } & PostedRows
  const { invoices, standing, late, ...rows } = await readLists<Lists>(db, invoicesQuery, ids)
  const movements = Map.groupBy(rows.movements, ({ documentId }) => documentId)
  const writeOffs = Map.groupBy(rows.writeOffs, ({ documentId }) => documentId)
  const creditNotes = Map.groupBy(rows.creditNotes, ({ invoiceId }) => invoiceId)
  const deductions = Map.groupBy(rows.deductions, ({ documentId }) => documentId)
  const partsOf = (id: number): Parts => ({
    movements: movements.get(id) ?? [],
    writeOffs: writeOffs.get(id) ?? [],
    creditNotes: creditNotes.get(id) ?? [],
    deductions: deductions.get(id) ?? [],
  })
  return {
    invoices: invoices.map((invoice) => toFacts(invoice, partsOf(invoice.id))),
    standing: standing.map(toStanding),
    late,
  }
}

const readSimpleRecords =
  <Facts extends { amount: HomeAmount }>(query: RecordsQuery) =>
  async (db: UserDb, ids: IdRange): Promise<{ records: Facts[] } & Posted> => {
    type Row = Omit<Facts, 'amount'> & { amount: string }
    const { records, standing, late } = await readLists<{ records: Row[] } & PostedRows>(db, query, ids)
    const toRecord = (row: Row) => ({ ...row, amount: parseHomeAmount(row.amount) }) as unknown as Facts
    return { records: records.map(toRecord), standing: standing.map(toStanding), late }
  }
export const readExpenses = readSimpleRecords<ExpenseFacts>(expensesQuery)
export const readManualEntries = readSimpleRecords<ManualEntryFacts>(manualEntriesQuery)
