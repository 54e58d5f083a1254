import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { ageBucketSql, type Figure } from '#server/domain/ledger/figures/contributions.ts'
import { combineFigures } from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumFigure } from '#server/domain/ledger/figures/sums.ts'
import { getAccountPath } from '#server/domain/ledger/journal/accounts.ts'
import { exportJournal } from '#server/domain/ledger/journal/export-journal.ts'
import { isPostedSql } from '#server/domain/ledger/status-sql.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { accountNumbers, getExpenseAccount, moneyAccounts } from '#shared/accounts.ts'
import { type Day, day } from '#shared/dates.ts'
import { type Amount, addUp, parseAmount, type Sum, scale, toAmount, toDecimal, toSum } from '#shared/money.ts'
import { allTime, getMonthEnd, type Range, splitRange } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets, type Basis, bases } from '#shared/reports.ts'
import { type MonthlyChanges, monthlyChanges, runHledger, sumChanges } from './hledger.ts'
import { ledgerYear } from './random-ledger.ts'
import { sumFigureBy, sumFigureByPeriod } from './sums.ts'

/** The number of compared figures, and a line for each that differs. */
export type Comparison = { figures: number; differences: string[] }

const salesAccount = getAccountPath(accountNumbers.sales, null)
const taxAccount = getAccountPath(accountNumbers.salesTaxPayable, null)
const roundingAccount = getAccountPath(accountNumbers.rounding, null)
const feesAccount = getAccountPath(accountNumbers.paymentFees, null)
const badDebtsAccount = getAccountPath(accountNumbers.badDebts, null)
/** Of entries by hand alone. */
const accountsByHand = ['loans', 'ownerContributions', 'ownerDrawings', 'otherIncome', 'bankFees', 'interestPaid'] as const
const pathsByHand = accountsByHand.map((name) => getAccountPath(accountNumbers[name], null))
/** What is paid from the bank. Bad debts move no money. */
const isSpent = (name: string) => name.startsWith('Expenses:') && name !== badDebtsAccount
const receivablesAccount = 'Assets:Accounts Receivable'
const customerCreditAccount = 'Liabilities:Customer Credit'

const today = day(`${ledgerYear}-12-31`)
export const months: readonly Range[] = splitRange({ from: day(`${ledgerYear}-01-01`), to: today }, 'month')
const range: Range = allTime

/** Writes the exported journal to a file. */
export const writeJournal = (database: Database, userId: number, file: string, basis: Basis): Promise<void> =>
  database.atOneMoment(userId, async (db) => {
    const out = createWriteStream(file)
    for await (const text of exportJournal(db, { format: 'hledger', basis })) if (!out.write(text)) await once(out, 'drain')
    out.end()
    await once(out, 'finish')
  })

const isUpTo = (month: string) => (name: string) => name <= month
const isAccount = (wanted: string) => (name: string) => name === wanted
const isBelow = (account: string) => (name: string) => name.startsWith(`${account}:`)
const always = () => true
const getMonth = (end: Day) => end.slice(0, 7)

const getAgeBucket = (due: string, end: Day): AgeBucket => {
  const days = Math.round((Date.parse(end) - Date.parse(due)) / 86_400_000)
  return days <= 0 ? 'current' : days <= 30 ? 'days1' : days <= 60 ? 'days31' : days <= 90 ? 'days61' : 'days91'
}

/** Receivables by age, in one query as the report reads them. */
const readAges = async (db: UserDb, to: Day): Promise<Map<string, number>> => {
  const { text, values } = combineFigures(db.userId, [{ of: 'receivable', from: range.from, to }], today)
  const rows = await db.rows<{ bucket: string; sum: string }>(
    `select ${ageBucketSql('u.day')} as bucket, sum(u.amount)::text as sum from (${text}) u group by 1`,
    values,
  )
  return new Map(rows.map(({ bucket, sum }) => [bucket, parseAmount(sum)]))
}
const isQuarterEnd = (end: Day) => Number(end.slice(5, 7)) % 3 === 0

type Check = (what: string, actual: number | Sum, expected: number) => void

/** The components of the tax rates, by what they are called in the journal. */
export const readTaxes = async (db: UserDb): Promise<Map<string, { taxRateId: number; taxComponent: number }[]>> => {
  const rows = await db.rows<{ name: string; taxRateId: number; taxComponent: number }>(
    `select name || ' ' || trim_scale(percent) || '%' as name, tax_rate_id as "taxRateId", position as "taxComponent"
     from tax_rate_components where user_id = $1`,
    [db.userId],
  )
  return Map.groupBy(rows, ({ name }) => name)
}

/** Compares income, sales tax, rounding, expenses and money received of each month with the changes of the accounts. */
const compareMonths = async (db: UserDb, basis: Basis, changes: MonthlyChanges, check: Check) => {
  const byMonth = async (figure: Pick<Figure, 'of'>, account: (name: string) => boolean, sign: number) => {
    const actual = await sumFigureByPeriod(db, { ...figure, basis, from: months[0]!.from, to: months.at(-1)!.to }, months, today)
    for (const [i, { to }] of months.entries())
      check(`${figure.of} of ${getMonth(to)} (${basis})`, actual[i]!, sign * sumChanges(changes, account, isAccount(getMonth(to))))
    check(
      `${figure.of} (${basis})`,
      await sumFigure(db, { ...figure, basis, ...range }, today),
      sign * sumChanges(changes, account, always),
    )
  }
  const money = moneyAccounts.map((account) => getAccountPath(account, null))
  await byMonth({ of: 'sales' }, isAccount(salesAccount), -1)
  await byMonth({ of: 'tax' }, (name) => isAccount(taxAccount)(name) || isBelow(taxAccount)(name), -1)
  for (const [name, taxes] of await readTaxes(db)) {
    const account = isAccount(getAccountPath(accountNumbers.salesTaxPayable, null, name))
    for (const { to } of months) {
      const sums = await Promise.all(taxes.map((tax) => sumFigure(db, { of: 'tax', basis, ...tax, from: range.from, to }, today)))
      check(`${name} up to ${to} (${basis})`, addUp(sums), -sumChanges(changes, account, isUpTo(getMonth(to))))
    }
  }
  await byMonth({ of: 'rounding' }, isAccount(roundingAccount), -1)
  await byMonth({ of: 'expenses' }, (name) => isSpent(name) && name !== feesAccount && !pathsByHand.includes(name), 1)
  await byMonth({ of: 'fees' }, isAccount(feesAccount), 1)
  await byMonth({ of: 'bankFees' }, isAccount(getAccountPath(accountNumbers.bankFees, null)), 1)
  await byMonth({ of: 'interest' }, isAccount(getAccountPath(accountNumbers.interestPaid, null)), 1)
  await byMonth({ of: 'otherIncome' }, isAccount(getAccountPath(accountNumbers.otherIncome, null)), -1)
  await byMonth({ of: 'badDebts' }, isAccount(badDebtsAccount), 1)
  await byMonth({ of: 'received' }, (name) => money.includes(name) || isSpent(name) || pathsByHand.includes(name), 1)
}

/** The changes of an account by what their invoice has, such as its due date. */
const byInvoice = (changes: MonthlyChanges, of: ReadonlyMap<string, string>): MonthlyChanges =>
  new Map(
    [...changes].map(([month, numbers]) => {
      const sums = new Map<string, Amount>()
      for (const [number, amount] of numbers) sums.set(of.get(number)!, toAmount((sums.get(of.get(number)!) ?? 0) + amount))
      return [month, sums]
    }),
  )

/** A fact of each invoice, by its number and those of its credit notes, and of credit notes without one. */
const readInvoices = async (db: UserDb, sql: string): Promise<Map<string, string>> =>
  new Map(
    (
      await db.rows<{ number: string; fact: string }>(
        `select x.number, ${sql} as fact from documents d
         cross join lateral (
           select d.number union all select n.number from documents n where n.user_id = $1 and n.credited_invoice_id = d.id) x
         left join document_taxes t on t.user_id = $1 and t.document_id = d.id and t.tax_rate_id is null where d.user_id = $1 and ${isPostedSql('d')}`,
        [db.userId],
      )
    ).map(({ number, fact }) => [number, fact]),
  )

type Due = { due: Day; later: Amount }

/** The due dates of each invoice, and what is due later than each by its payment schedule, in the home currency. */
const readDues = async (db: UserDb): Promise<Map<string, Due[]>> => {
  const currency = await getHomeCurrency(db)
  const rows = await db.rows<{ number: string; total: string; home: string; dues: { due: Day; later: string }[] }>(
    `select d.number, d.total::text, coalesce(d.home_total, d.total)::text as home, coalesce(
       (select json_agg(json_build_object('due', n.due_date, 'later', (
          select coalesce(sum(l.amount), 0)::text from invoice_instalments l
          where l.user_id = $1 and l.document_id = d.id and l.position > n.position)) order by n.position)
        from invoice_instalments n where n.user_id = $1 and n.document_id = d.id),
       json_build_array(json_build_object('due', d.due_date, 'later', '0'))) as dues
     from documents d where d.user_id = $1 and d.type = 'invoice'`,
    [db.userId],
  )
  return new Map(
    rows.map(({ number, total, home, dues }) => {
      const toHome = (part: string) => scale(parseAmount(home), parseAmount(part), Math.max(parseAmount(total), 1), currency)
      return [number, dues.map(({ due, later }) => ({ due, later: toHome(later) }))]
    }),
  )
}

/** What is open of an invoice by due date: a balance is that of its newest instalments. */
const splitByDue = (balance: number, dues: readonly Due[]): { due: Day; amount: number }[] => {
  const least = (later: number) => Math.max(Math.min(balance, later), 0)
  return dues.map(({ due, later }, i) => ({ due, amount: (i === 0 ? balance : least(dues[i - 1]!.later)) - least(later) }))
}

const compareReceivables = async (db: UserDb, changes: MonthlyChanges, byNumber: MonthlyChanges, cash: MonthlyChanges, check: Check) => {
  const ofInvoices = byInvoice(byNumber, await readInvoices(db, 'd.number'))
  const dues = await readDues(db)
  for (const { to } of months) {
    const until = isUpTo(getMonth(to))
    const at = { from: range.from, to }
    check(
      `receivables on ${to}`,
      await sumFigure(db, { of: 'receivable', ...at }, today),
      sumChanges(changes, isBelow(receivablesAccount), until),
    )
    for (const [basis, of] of [
      ['accrual', changes],
      ['cash', cash],
    ] as const)
      check(
        `customers' credit on ${to} (${basis})`,
        await sumFigure(db, { of: 'credit', basis, ...at }, today),
        -sumChanges(of, isBelow(customerCreditAccount), until),
      )
    const ages = await readAges(db, to)
    const balances = new Map<string, number>()
    for (const [month, changed] of ofInvoices)
      if (until(month)) for (const [number, amount] of changed) balances.set(number, (balances.get(number) ?? 0) + amount)
    const open = [...dues].flatMap(([number, of]) => splitByDue(balances.get(number) ?? 0, of))
    for (const bucket of ageBuckets) {
      const expected = open.reduce((all, { due, amount }) => (getAgeBucket(due, to) === bucket ? all + amount : all), 0)
      check(`${bucket} on ${to}`, ages.get(bucket) ?? 0, expected)
      if (isQuarterEnd(to)) check(`${bucket} alone on ${to}`, await sumFigure(db, { of: 'receivable', bucket, ...at }, today), expected)
    }
  }
  check('outstanding', await sumFigure(db, { of: 'receivable', ...range }, today), sumChanges(changes, isBelow(receivablesAccount), always))
}

/** Compares figures by customer, category and rate of whole invoices. */
const compareGroups = async (db: UserDb, changes: MonthlyChanges, taxByNumber: MonthlyChanges, check: Check) => {
  const byRate = byInvoice(taxByNumber, await readInvoices(db, 'trim_scale(coalesce(t.percent, 0))::text'))
  const half = getMonthEnd(day(`${ledgerYear}-06-01`))
  for (const [of, account, sign] of [
    ['receivable', accountNumbers.receivable, 1],
    ['credit', accountNumbers.customerCredit, -1],
  ] as const)
    for (const [by, to, until] of [
      ['account', half, isUpTo(getMonth(half))],
      ['customer', range.to, always],
    ] as const)
      for (const { key, sum } of await sumFigureBy(db, { of, from: range.from, to }, by, today)) {
        const expected = sign * sumChanges(changes, isAccount(getAccountPath(account, Number(key))), until)
        check(`${of} of customer ${key} on ${to}`, sum, expected)
      }
  for (const { key, sum } of await sumFigureBy(db, { of: 'expenses', ...range }, 'category', today))
    check(`expenses for ${key}`, sum, sumChanges(changes, isAccount(getAccountPath(getExpenseAccount(key!), null)), always))
  for (const { key, sum } of await sumFigureBy(db, { of: 'tax', ...range }, 'rate', today))
    check(`sales tax at ${key} %`, sum, -sumChanges(byRate, isAccount(key!), always))
}

/** Exports a user's journal, and compares every figure that an account corresponds to with hledger's reports on that journal. */
export const compareWithHledger = async (database: Database, userId: number): Promise<Comparison> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-books-'))
  const found: Comparison = { figures: 0, differences: [] }
  const check: Check = (what, actual, expected) => {
    found.figures++
    const [here, there] = [toSum(BigInt(actual)), toSum(BigInt(expected))]
    if (here !== there) found.differences.push(`${what}: ${toDecimal(here)} here, ${toDecimal(there)} there`)
  }
  try {
    const file = Object.fromEntries(bases.map((basis) => [basis, join(folder, `${basis}.journal`)])) as Record<Basis, string>
    for (const basis of bases) await writeJournal(database, userId, file[basis], basis)
    const [accrual, receivableByNumber, taxByNumber, cash] = await Promise.all([
      monthlyChanges(file.accrual),
      monthlyChanges(file.accrual, `acct:^${receivablesAccount}`, '--pivot', 'invoice'),
      monthlyChanges(file.accrual, `acct:^${taxAccount}$`, '--pivot', 'invoice'),
      monthlyChanges(file.cash),
      runHledger(file.accrual, 'check', 'ordereddates'),
    ])
    await database.asUser(userId, async (db) => {
      await compareMonths(db, 'accrual', accrual, check)
      await compareMonths(db, 'cash', cash, check)
      await compareReceivables(db, accrual, receivableByNumber, cash, check)
      await compareGroups(db, accrual, taxByNumber, check)
    })
    check('receivables on a cash basis', 0, sumChanges(cash, isBelow(receivablesAccount), always))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}
