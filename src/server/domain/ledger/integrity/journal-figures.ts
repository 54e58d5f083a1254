import type { JournalEntry } from '#server/domain/ledger/journal/read-journal.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/cursor.ts'
import { accountNumbers, expenseAccountNumbers, moneyAccounts } from '#shared/accounts.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, parseAmount, toAmount } from '#shared/money.ts'
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
  /** The due date of the invoice; null for expenses. */
  due: Day | null
}

const linesQuery = `
  select l.basis, l.day, l.kind, l.debit_account as debit, l.credit_account as credit, l.amount::text, d.due_date as due
  from journal_lines l left join documents d on d.user_id = $1 and d.id = l.document_id where l.user_id = $1`

const invoicedAccounts: readonly number[] = [
  accountNumbers.sales,
  accountNumbers.lateFees,
  accountNumbers.salesTaxPayable,
  accountNumbers.rounding,
]

/** Lines in memory at a time: they are small. */
const batchSize = 5000

/** The sums of a figure, one per period, or one per end and bucket. */
const zeros = (count: number) => new Array<number>(count).fill(0)
const zerosPerBasis = (count: number): Record<Basis, number[]> => ({ accrual: zeros(count), cash: zeros(count) })

/** Sums the lines of a journal one by one. Memory does not grow with the length of the journal. */
const createSums = (periods: readonly Range[]) => {
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

  const addOpen = (day: Day, due: number, amount: number) => {
    for (const [i, end] of ends.entries())
      if (day <= end) open[i]![lastDaysOverdue.findIndex((last) => endNumbers[i]! - due <= last)]! += amount
  }
  /** Debits are positive, credits negative. */
  const addPosting = (period: number, { basis, day, kind, due }: Line, account: number, amount: number) => {
    if (account === accountNumbers.sales) flowsByBasis.Sales[basis][period]! -= amount
    else if (account === accountNumbers.salesTaxPayable) flowsByBasis['Sales tax'][basis][period]! -= amount
    else if (account === accountNumbers.customerCredit) {
      for (const [i, end] of ends.entries()) if (day <= end) credit[basis][i]! -= amount
    }
    if (basis === 'cash') return
    if (invoicedAccounts.includes(account) && kind === 'invoice') flows.Invoiced[period]! -= amount
    else if (account === accountNumbers.receivable) addOpen(day, toDayNumber(due!), amount)
    else if (expenseAccountNumbers.includes(account)) flows.Expenses[period]! += amount
    else if (moneyAccounts.includes(account) && kind === 'payment') flows.Payments[period]! += amount
    else if (moneyAccounts.includes(account) && kind === 'refund') flows.Refunds[period]! -= amount
    if (moneyAccounts.includes(account) && (kind === 'payment' || kind === 'refund')) flows['Money received'][period]! += amount
  }
  const flow = (name: string, sums: number[], basis?: Basis) =>
    sums.map((sum, i): [string, Amount] => [figureLabels.flow(name, periods[i]!, basis), toAmount(sum)])

  return {
    addLine: (line: Line) => {
      const period = periods.findIndex(({ to }) => line.day <= to)
      const amount = parseAmount(line.amount)
      addPosting(period, line, line.debit, amount)
      addPosting(period, line, line.credit, -amount)
    },
    figures: (): Figures =>
      new Map([
        ...Object.entries(flows).flatMap(([name, sums]) => flow(name, sums)),
        ...Object.entries(flowsByBasis).flatMap(([name, sums]) => bases.flatMap((basis) => flow(name, sums[basis], basis))),
        ...ends.flatMap((end, i) =>
          ageBuckets.map((bucket, k): [string, Amount] => [figureLabels.receivable(end, bucket), toAmount(open[i]![k]!)]),
        ),
        ...bases.flatMap((basis) => ends.map((end, i): [string, Amount] => [figureLabels.credit(end, basis), toAmount(credit[basis][i]!)])),
      ]),
  }
}

/** Computes every figure from the lines of the stored journal, one by one. */
export const computeJournalFigures = async (db: UserDb, periods: readonly Range[]): Promise<Figures> => {
  const sums = createSums(periods)
  for await (const lines of readInBatches<Line>(db, { text: linesQuery, values: [db.userId] }, batchSize))
    for (const line of lines) sums.addLine(line)
  return sums.figures()
}
