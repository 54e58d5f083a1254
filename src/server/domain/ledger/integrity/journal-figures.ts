import { customerCreditAccount, receivablesAccount, salesAccount, taxAccount } from '#server/domain/ledger/journal/accounts.ts'
import { buildEntry, type JournalEvent, type Posting } from '#server/domain/ledger/journal/entry.ts'
import { readEvents } from '#server/domain/ledger/journal/read-events.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, formatMoney } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { ageBuckets, type Basis, bases } from '#shared/reports.ts'
import { type Figures, figureLabels, getPeriodEnds } from './compared-figures.ts'
import type { Discrepancy, RowKind } from './label-rows.ts'
import type { CheckResult } from './row-check.ts'

const toDayNumber = (of: Day) => Date.parse(of) / 86_400_000
/** The most days overdue in each age bucket, in the order of `ageBuckets`. */
const lastDaysOverdue = [0, 30, 60, 90, Number.POSITIVE_INFINITY]

const rowKinds: Record<JournalEvent['kind'], RowKind> = { invoice: 'invoice', payment: 'payment', refund: 'return', expense: 'expense' }

/** The sums of a figure, one per period, or one per end and bucket. */
const zeros = (count: number) => new Array<number>(count).fill(0)
const zerosPerBasis = (count: number): Record<Basis, number[]> => ({ accrual: zeros(count), cash: zeros(count) })

/** Sums the entries of a journal one by one. Memory does not grow with the length of the journal. */
const createSums = (periods: readonly Range[]) => {
  const ends = getPeriodEnds(periods)
  const endNumbers = ends.map(toDayNumber)
  const flows = {
    Invoiced: zeros(periods.length),
    Payments: zeros(periods.length),
    Refunds: zeros(periods.length),
    Expenses: zeros(periods.length),
  }
  const received = zeros(periods.length)
  const flowsByBasis = { Sales: zerosPerBasis(periods.length), 'Sales tax': zerosPerBasis(periods.length) }
  const open = ends.map(() => zeros(ageBuckets.length))
  const credit = zerosPerBasis(ends.length)

  const addOpen = (day: Day, due: number, amount: number) => {
    for (const [i, end] of ends.entries())
      if (day <= end) open[i]![lastDaysOverdue.findIndex((last) => endNumbers[i]! - due <= last)]! += amount
  }
  const addCredit = (day: Day, basis: Basis, amount: number) => {
    for (const [i, end] of ends.entries()) if (day <= end) credit[basis][i]! += amount
  }
  const addPosting = (event: JournalEvent, period: number, { account, amount }: Posting, basis: Basis) => {
    if (account === salesAccount) flowsByBasis.Sales[basis][period]! -= amount
    else if (account === taxAccount) flowsByBasis['Sales tax'][basis][period]! -= amount
    else if (account.startsWith(`${customerCreditAccount}:`)) addCredit(event.day, basis, -amount)
    else if (basis === 'cash') return
    else if (event.kind === 'expense') flows.Expenses[period]! += account.startsWith('Assets:') ? 0 : amount
    else if (account.startsWith(`${receivablesAccount}:`)) addOpen(event.day, toDayNumber(event.invoice.dueDate), amount)
    else received[period]! += amount
  }
  const flow = (name: string, sums: number[], basis?: Basis) =>
    sums.map((sum, i): [string, Cents] => [figureLabels.flow(name, periods[i]!, basis), cents(sum)])

  return {
    addEvent: (event: JournalEvent) => {
      const period = periods.findIndex(({ to }) => event.day <= to)
      if (event.kind === 'invoice') flows.Invoiced[period]! += event.invoice.total
      if (event.kind === 'payment') flows.Payments[period]! += event.after.net - event.before.net
      if (event.kind === 'refund') flows.Refunds[period]! += event.before.net - event.after.net
      return (basis: Basis, postings: readonly Posting[]) => {
        for (const posting of postings) addPosting(event, period, posting, basis)
      }
    },
    figures: (): Figures =>
      new Map([
        ...Object.entries(flows).flatMap(([name, sums]) => flow(name, sums)),
        ...flow('Money received', received),
        ...Object.entries(flowsByBasis).flatMap(([name, sums]) => bases.flatMap((basis) => flow(name, sums[basis], basis))),
        ...ends.flatMap((end, i) =>
          ageBuckets.map((bucket, k): [string, Cents] => [figureLabels.receivable(end, bucket), cents(open[i]![k]!)]),
        ),
        ...bases.flatMap((basis) => ends.map((end, i): [string, Cents] => [figureLabels.credit(end, basis), cents(credit[basis][i]!)])),
      ]),
  }
}

/** Computes every figure from the journal, and finds entries that do not balance. @param maxFindings the most of those that are returned */
export const computeJournalFigures = async (
  db: UserDb,
  periods: readonly Range[],
  maxFindings: number,
): Promise<{ figures: Figures; entries: CheckResult<Discrepancy> }> => {
  const sums = createSums(periods)
  const entries: CheckResult<Discrepancy> = { looked: 0, wrong: 0, findings: [] }
  for await (const events of readEvents(db))
    for (const event of events) {
      const addPostings = sums.addEvent(event)
      for (const basis of bases) {
        const entry = buildEntry(event, basis)
        if (!entry) continue
        addPostings(basis, entry.postings)
        entries.looked++
        const difference = entry.postings.reduce((sum, { amount }) => sum + amount, 0)
        if (difference === 0) continue
        entries.wrong++
        const problem = `Its entry in the journal is ${formatMoney(cents(difference))} off balance.`
        if (entries.findings.length < maxFindings) entries.findings.push({ kind: rowKinds[event.kind], id: String(event.ref), problem })
      }
    }
  return { figures: sums.figures(), entries }
}
