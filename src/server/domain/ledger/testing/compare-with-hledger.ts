import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ageBucketSql, type Figure } from '#server/domain/ledger/figures/contributions.ts'
import { combineFigures } from '#server/domain/ledger/figures/grouped-sums.ts'
import { sumFigure, sumFigureBy, sumFigureByPeriod } from '#server/domain/ledger/figures/sums.ts'
import {
  customerCreditAccount,
  getCustomerAccount,
  getExpenseAccount,
  getMoneyAccount,
  receivablesAccount,
  salesAccount,
  taxAccount,
} from '#server/domain/ledger/journal/accounts.ts'
import { exportJournal } from '#server/domain/ledger/journal/export-journal.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { type Day, day } from '#shared/dates.ts'
import { parseCents, toDecimal } from '#shared/money.ts'
import { allTime, getMonthEnd, type Range, splitRange } from '#shared/periods.ts'
import { type AgeBucket, ageBuckets, type Basis, bases } from '#shared/reports.ts'
import { type MonthlyChanges, monthlyChanges, runHledger, sumChanges } from './hledger.ts'
import { ledgerYear } from './random-ledger.ts'

/** What was compared, and each figure that differs, in words. */
export type Comparison = { figures: number; differences: string[] }

const today = day(`${ledgerYear}-12-31`)
const months = splitRange({ from: day(`${ledgerYear}-01-01`), to: today }, 'month')
const all: Range = allTime

/** Writes a journal as the export has it. */
const writeJournal = (database: Database, userId: number, file: string, basis: Basis): Promise<void> =>
  database.atOneMoment(userId, async (db) => {
    const out = createWriteStream(file)
    for await (const text of exportJournal(db, { format: 'hledger', basis })) if (!out.write(text)) await once(out, 'drain')
    out.end()
    await once(out, 'finish')
  })

const isBefore = (month: string) => (name: string) => name <= month
const is = (wanted: string) => (name: string) => name === wanted
const below = (account: string) => (name: string) => name.startsWith(`${account}:`)
const anything = () => true
const monthOf = (end: Day) => end.slice(0, 7)

const lateness = (due: string, end: Day): AgeBucket => {
  const days = Math.round((Date.parse(end) - Date.parse(due)) / 86_400_000)
  return days <= 0 ? 'current' : days <= 30 ? 'days1' : days <= 60 ? 'days31' : days <= 90 ? 'days61' : 'days91'
}

/** Receivables by how late they are, as the report has them: in one go. */
const agesOn = async (db: UserDb, to: Day): Promise<Map<string, number>> => {
  const { text, values } = combineFigures(db.userId, [{ of: 'receivable', from: all.from, to }], today)
  const rows = await db.rows<{ bucket: string; sum: string }>(
    `select ${ageBucketSql('u.day')} as bucket, sum(u.amount)::text as sum from (${text}) u group by 1`,
    values,
  )
  return new Map(rows.map(({ bucket, sum }) => [bucket, parseCents(sum)]))
}
const isQuarterEnd = (end: Day) => Number(end.slice(5, 7)) % 3 === 0

type Check = (what: string, ours: number, theirs: number) => void

/** Income, sales tax and expenses of each month, and money: how the accounts changed. */
const compareMonths = async (db: UserDb, basis: Basis, changes: MonthlyChanges, check: Check) => {
  const byMonth = async (figure: Pick<Figure, 'of'>, account: (name: string) => boolean, sign: number) => {
    const ours = await sumFigureByPeriod(db, { ...figure, basis, from: months[0]!.from, to: months.at(-1)!.to }, months, today)
    for (const [i, { to }] of months.entries())
      check(`${figure.of} of ${monthOf(to)} (${basis})`, ours[i]!, sign * sumChanges(changes, account, is(monthOf(to))))
    check(
      `${figure.of} (${basis})`,
      await sumFigure(db, { ...figure, basis, ...all }, today),
      sign * sumChanges(changes, account, anything),
    )
  }
  const money = ['manual', 'stripe', 'paypal'].map(getMoneyAccount)
  await byMonth({ of: 'sales' }, is(salesAccount), -1)
  await byMonth({ of: 'tax' }, is(taxAccount), -1)
  await byMonth({ of: 'expenses' }, below('Expenses'), 1)
  await byMonth({ of: 'received' }, (name) => money.includes(name) || name.startsWith('Expenses:'), 1)
}

const compareReceivables = async (db: UserDb, changes: MonthlyChanges, byDue: MonthlyChanges, cash: MonthlyChanges, check: Check) => {
  for (const { to } of months) {
    const until = isBefore(monthOf(to))
    const at = { from: all.from, to }
    check(
      `receivables on ${to}`,
      await sumFigure(db, { of: 'receivable', ...at }, today),
      sumChanges(changes, below(receivablesAccount), until),
    )
    for (const [basis, of] of [
      ['accrual', changes],
      ['cash', cash],
    ] as const)
      check(
        `customers' credit on ${to} (${basis})`,
        await sumFigure(db, { of: 'credit', basis, ...at }, today),
        -sumChanges(of, below(customerCreditAccount), until),
      )
    const ages = await agesOn(db, to)
    for (const bucket of ageBuckets) {
      const theirs = sumChanges(byDue, (due) => lateness(due, to) === bucket, until)
      check(`${bucket} on ${to}`, ages.get(bucket) ?? 0, theirs)
      if (isQuarterEnd(to)) check(`${bucket} alone on ${to}`, await sumFigure(db, { of: 'receivable', bucket, ...at }, today), theirs)
    }
  }
  check('outstanding', await sumFigure(db, { of: 'receivable', ...all }, today), sumChanges(changes, below(receivablesAccount), anything))
}

/** The same figures by customer, category and rate. */
const compareGroups = async (db: UserDb, changes: MonthlyChanges, byRate: MonthlyChanges, check: Check) => {
  const half = getMonthEnd(day(`${ledgerYear}-06-01`))
  const names = new Map(
    (await db.rows<{ id: number; name: string }>('select id, name from customers where user_id = $1', [db.userId])).map((row) => [
      row.id,
      row.name,
    ]),
  )
  for (const [of, account, sign] of [
    ['receivable', receivablesAccount, 1],
    ['credit', customerCreditAccount, -1],
  ] as const)
    for (const { key, sum } of await sumFigureBy(db, { of, from: all.from, to: half }, 'customer', today)) {
      const customer = { customerId: Number(key), customerName: names.get(Number(key))! }
      check(
        `${of} of customer ${key} on ${half}`,
        sum,
        sign * sumChanges(changes, is(getCustomerAccount(account, customer)), isBefore(monthOf(half))),
      )
    }
  for (const { key, sum } of await sumFigureBy(db, { of: 'expenses', ...all }, 'category', today))
    check(`expenses for ${key}`, sum, sumChanges(changes, is(getExpenseAccount(key!)), anything))
  for (const { key, sum } of await sumFigureBy(db, { of: 'tax', ...all }, 'rate', today))
    check(`sales tax at ${key} %`, sum, -sumChanges(byRate, is(key!), anything))
}

/** Exports a user's books, and compares every figure that has an account behind it with what hledger makes of them. */
export const compareWithHledger = async (database: Database, userId: number): Promise<Comparison> => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-books-'))
  const found: Comparison = { figures: 0, differences: [] }
  const check: Check = (what, ours, theirs) => {
    found.figures++
    if (ours !== theirs) found.differences.push(`${what}: ${toDecimal(ours)} here, ${toDecimal(theirs)} there`)
  }
  try {
    const file = Object.fromEntries(bases.map((basis) => [basis, join(folder, `${basis}.journal`)])) as Record<Basis, string>
    for (const basis of bases) await writeJournal(database, userId, file[basis], basis)
    const [accrual, byDue, byRate, cash] = await Promise.all([
      monthlyChanges(file.accrual),
      monthlyChanges(file.accrual, `acct:^${receivablesAccount}`, '--pivot', 'due'),
      monthlyChanges(file.accrual, `acct:^${taxAccount}`, '--pivot', 'rate'),
      monthlyChanges(file.cash),
      runHledger(file.accrual, 'check', 'ordereddates'),
    ])
    await database.asUser(userId, async (db) => {
      await compareMonths(db, 'accrual', accrual, check)
      await compareMonths(db, 'cash', cash, check)
      await compareReceivables(db, accrual, byDue, cash, check)
      await compareGroups(db, accrual, byRate, check)
    })
    check('receivables on a cash basis', 0, sumChanges(cash, below(receivablesAccount), anything))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}
