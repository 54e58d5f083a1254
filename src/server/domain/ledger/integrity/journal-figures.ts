import { getHomeCurrency } from '#server/domain/business/business.ts'
import type { JournalEntry } from '#server/domain/ledger/journal/read-journal.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/pagination.ts'
import { accountNumbers, expenseAccountNumbers, moneyAccounts } from '#shared/accounts.ts'
import type { Day } from '#shared/dates.ts'
import { parseAmount, parseSum, type Sum, scale, sum, toAmount, toSum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { ageBuckets, type Basis, bases } from '#shared/reports.ts'
import { type Figures, figureLabels, getPeriodEnds } from './compared-figures.ts'

const toDayNumber = (of: Day) => Date.parse(of) / 86_400_000
/** The most days overdue in each age bucket, in the order of `ageBuckets`. */
const lastDaysOverdue = [0, 30, 60, 90, Number.POSITIVE_INFINITY]

type Line = {
  basis: Basis
  day: Day
  kind: JournalEntry['kind']
  debit: number
  credit: number
  amount: string
  doc: number | null
  due: Day | null
}

const linesQuery = `
  select l.basis, l.day, l.kind, l.debit_account as debit, l.credit_account as credit, l.amount::text, d.id as doc, d.due_date as due
  from journal_lines l left join documents d on d.user_id = $1 and d.id = l.document_id where l.user_id = $1`

/** The instalments of an invoice, oldest first: due dates as numbers of days, amounts in the home currency. */
type Schedule = { due: number; amount: bigint }[]

const schedulesQuery = `
  select n.document_id as doc, json_agg(json_build_array(n.due_date, n.amount::text) order by n.position) as parts, d.total::text, coalesce(d.home_total, d.total)::text as home
  from invoice_instalments n join documents d on d.user_id = $1 and d.id = n.document_id where n.user_id = $1 group by n.document_id, d.total, d.home_total`

const readSchedules = async (db: UserDb): Promise<Map<number, Schedule>> => {
  const currency = await getHomeCurrency(db)
  const rows = await db.rows<{ doc: number; parts: [Day, string][]; total: string; home: string }>(schedulesQuery, [db.userId])
  return new Map(
    rows.map(({ doc, parts, total, home }) => {
      // What is left after each instalment goes home as a whole, so that the parts add up.
      let left = sum(parts.map(([, amount]) => parseAmount(amount)))
      const toHome = () => scale(parseAmount(home), left, Math.max(parseAmount(total), 1), currency)
      return [
        doc,
        parts.map(([due, amount]) => {
          const before = toHome()
          left = toAmount(left - parseAmount(amount))
          return { due: toDayNumber(due), amount: BigInt(before - toHome()) }
        }),
      ]
    }),
  )
}

const invoicedAccounts: readonly number[] = [
  accountNumbers.sales,
  accountNumbers.lateFees,
  accountNumbers.deposits,
  accountNumbers.salesTaxPayable,
  accountNumbers.rounding,
]

const refundKinds: readonly Line['kind'][] = ['refund', 'credit refund', 'credit refund reversal']

const batchSize = 5000

const zeros = (count: number) => new Array<bigint>(count).fill(0n)
const zerosPerBasis = (count: number): Record<Basis, bigint[]> => ({ accrual: zeros(count), cash: zeros(count) })

/** Memory does not grow with the length of the journal. */
const createSums = (periods: readonly Range[], schedules: ReadonlyMap<number, Schedule>) => {
  const ends = getPeriodEnds(periods)
  const endNumbers = ends.map(toDayNumber)
  const flows = {
    Invoiced: zeros(periods.length),
    Payments: zeros(periods.length),
    Refunds: zeros(periods.length),
    Expenses: zeros(periods.length),
    'Money received': zeros(periods.length),
  }
  const flowsByBasis = { Sales: zerosPerBasis(periods.length), 'Sales tax': zerosPerBasis(periods.length) }
  const open = ends.map(() => zeros(ageBuckets.length))
  const credit = zerosPerBasis(ends.length)

  const addOpen = (day: Day, due: number, amount: bigint) => {
    for (const [i, end] of ends.entries())
      if (day <= end) open[i]![lastDaysOverdue.findIndex((last) => endNumbers[i]! - due <= last)]! += amount
  }
  /** The receivables at each end of the invoices with a schedule: only a whole balance can be split. */
  const scheduled = new Map<number, bigint[]>()
  const addScheduled = (day: Day, doc: number, amount: bigint) => {
    const balances = scheduled.get(doc) ?? zeros(ends.length)
    scheduled.set(doc, balances)
    for (const [i, end] of ends.entries()) if (day <= end) balances[i]! += amount
  }
  /** The newest instalments are open first; the rest of a balance is that of the oldest. */
  const splitScheduled = () => {
    for (const [doc, balances] of scheduled)
      for (const [i, balance] of balances.entries()) {
        let left = balance
        for (const [n, { due, amount }] of [...schedules.get(doc)!.entries()].toReversed()) {
          const most = n === 0 || left < amount ? left : amount
          const part = n > 0 && most < 0n ? 0n : most
          left -= part
          open[i]![lastDaysOverdue.findIndex((last) => endNumbers[i]! - due <= last)]! += part
        }
      }
  }
  /** Debits are positive, credits negative. */
  const addPosting = (period: number, { basis, day, kind, doc, due }: Line, account: number, amount: bigint) => {
    if (account === accountNumbers.sales) flowsByBasis.Sales[basis][period]! -= amount
    else if (account === accountNumbers.salesTaxPayable && kind !== 'manual') flowsByBasis['Sales tax'][basis][period]! -= amount
    else if (account === accountNumbers.customerCredit) {
      for (const [i, end] of ends.entries()) if (day <= end) credit[basis][i]! -= amount
    }
    if (basis === 'cash') return
    if (invoicedAccounts.includes(account) && kind === 'invoice') flows.Invoiced[period]! -= amount
    else if (account === accountNumbers.receivable) {
      if (schedules.has(doc!)) addScheduled(day, doc!, amount)
      else addOpen(day, toDayNumber(due!), amount)
    } else if (expenseAccountNumbers.includes(account)) flows.Expenses[period]! += amount
    else if (moneyAccounts.includes(account) && kind === 'payment') flows.Payments[period]! += amount
    else if (moneyAccounts.includes(account) && refundKinds.includes(kind)) flows.Refunds[period]! -= amount
    if (moneyAccounts.includes(account) && (kind === 'payment' || refundKinds.includes(kind))) flows['Money received'][period]! += amount
  }
  const flow = (name: string, sums: bigint[], basis?: Basis) =>
    sums.map((amount, i): [string, Sum] => [figureLabels.flow(name, periods[i]!, basis), toSum(amount)])

  return {
    addLine: (line: Line) => {
      const period = periods.findIndex(({ to }) => line.day <= to)
      const amount: bigint = parseSum(line.amount)
      addPosting(period, line, line.debit, amount)
      addPosting(period, line, line.credit, -amount)
    },
    figures: (): Figures => {
      splitScheduled()
      return new Map([
        ...Object.entries(flows).flatMap(([name, sums]) => flow(name, sums)),
        ...Object.entries(flowsByBasis).flatMap(([name, sums]) => bases.flatMap((basis) => flow(name, sums[basis], basis))),
        ...ends.flatMap((end, i) =>
          ageBuckets.map((bucket, k): [string, Sum] => [figureLabels.receivable(end, bucket), toSum(open[i]![k]!)]),
        ),
        ...bases.flatMap((basis) => ends.map((end, i): [string, Sum] => [figureLabels.credit(end, basis), toSum(credit[basis][i]!)])),
      ])
    },
  }
}

export const computeJournalFigures = async (db: UserDb, periods: readonly Range[]): Promise<Figures> => {
  const sums = createSums(periods, await readSchedules(db))
  for await (const lines of readInBatches<Line>(db, { text: linesQuery, values: [db.userId] }, batchSize))
    for (const line of lines) sums.addLine(line)
  return sums.figures()
}
