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

const dayNumber = (of: Day) => Date.parse(of) / 86_400_000
/** The last of the days that an age bucket has, in the order of `ageBuckets`. */
const lastDaysLate = [0, 30, 60, 90, Number.POSITIVE_INFINITY]

const rowOf: Record<JournalEvent['kind'], RowKind> = { invoice: 'invoice', payment: 'payment', refund: 'return', expense: 'expense' }

/** Sums of a figure: one for each part of time, or for each end and bucket. */
const zeros = (count: number) => new Array<number>(count).fill(0)
const perBasis = (count: number): Record<Basis, number[]> => ({ accrual: zeros(count), cash: zeros(count) })

/** Adds the entries of a journal up as they come, in as many numbers as there are figures, however long the journal is. */
const summing = (parts: readonly Range[]) => {
  const ends = getPeriodEnds(parts)
  const endNumbers = ends.map(dayNumber)
  const single = {
    Invoiced: zeros(parts.length),
    Payments: zeros(parts.length),
    Refunds: zeros(parts.length),
    Expenses: zeros(parts.length),
  }
  const received = zeros(parts.length)
  const both = { Sales: perBasis(parts.length), 'Sales tax': perBasis(parts.length) }
  const open = ends.map(() => zeros(ageBuckets.length))
  const credit = perBasis(ends.length)

  const addOpen = (day: Day, due: number, amount: number) => {
    for (const [i, end] of ends.entries())
      if (day <= end) open[i]![lastDaysLate.findIndex((last) => endNumbers[i]! - due <= last)]! += amount
  }
  const addCredit = (day: Day, basis: Basis, amount: number) => {
    for (const [i, end] of ends.entries()) if (day <= end) credit[basis][i]! += amount
  }
  const takePosting = (event: JournalEvent, part: number, { account, amount }: Posting, basis: Basis) => {
    if (account === salesAccount) both.Sales[basis][part]! -= amount
    else if (account === taxAccount) both['Sales tax'][basis][part]! -= amount
    else if (account.startsWith(`${customerCreditAccount}:`)) addCredit(event.day, basis, -amount)
    else if (basis === 'cash') return
    else if (event.kind === 'expense') single.Expenses[part]! += account.startsWith('Assets:') ? 0 : amount
    else if (account.startsWith(`${receivablesAccount}:`)) addOpen(event.day, dayNumber(event.invoice.dueDate), amount)
    else received[part]! += amount
  }
  const flow = (name: string, sums: number[], basis?: Basis) =>
    sums.map((sum, i): [string, Cents] => [figureLabels.flow(name, parts[i]!, basis), cents(sum)])

  return {
    takeEvent: (event: JournalEvent) => {
      const part = parts.findIndex(({ to }) => event.day <= to)
      if (event.kind === 'invoice') single.Invoiced[part]! += event.invoice.total
      if (event.kind === 'payment') single.Payments[part]! += event.after.net - event.before.net
      if (event.kind === 'refund') single.Refunds[part]! += event.before.net - event.after.net
      return (basis: Basis, postings: readonly Posting[]) => {
        for (const posting of postings) takePosting(event, part, posting, basis)
      }
    },
    figures: (): Figures =>
      new Map([
        ...Object.entries(single).flatMap(([name, sums]) => flow(name, sums)),
        ...flow('Money received', received),
        ...Object.entries(both).flatMap(([name, sums]) => bases.flatMap((basis) => flow(name, sums[basis], basis))),
        ...ends.flatMap((end, i) =>
          ageBuckets.map((bucket, k): [string, Cents] => [figureLabels.receivable(end, bucket), cents(open[i]![k]!)]),
        ),
        ...bases.flatMap((basis) => ends.map((end, i): [string, Cents] => [figureLabels.credit(end, basis), cents(credit[basis][i]!)])),
      ]),
  }
}

/** What the journal says of every figure, and how many of its entries don't balance. @param most how many of those are wanted */
export const computeJournalFigures = async (
  db: UserDb,
  parts: readonly Range[],
  most: number,
): Promise<{ figures: Figures; entries: CheckResult<Discrepancy> }> => {
  const sums = summing(parts)
  const entries: CheckResult<Discrepancy> = { looked: 0, wrong: 0, findings: [] }
  for await (const events of readEvents(db))
    for (const event of events) {
      const take = sums.takeEvent(event)
      for (const basis of bases) {
        const entry = buildEntry(event, basis)
        if (!entry) continue
        take(basis, entry.postings)
        entries.looked++
        const rest = entry.postings.reduce((sum, { amount }) => sum + amount, 0)
        if (rest === 0) continue
        entries.wrong++
        const problem = `Its entry in the journal is ${formatMoney(cents(rest))} off balance.`
        if (entries.findings.length < most) entries.findings.push({ kind: rowOf[event.kind], id: String(event.ref), problem })
      }
    }
  return { figures: sums.figures(), entries }
}
