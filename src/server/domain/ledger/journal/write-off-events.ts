import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, type HomeAmount, homeZero, scale, sum, toAmount, toHomeAmount, zero } from '#shared/money.ts'

/** A write-off of an invoice, as the ledger sees it. */
export type WriteOff = {
  id: number
  day: Day
  amount: Amount
  /** What it takes off the receivable in the home currency. */
  homeAmount: HomeAmount
  /** Whether the sales tax in it is taken back. */
  recoversTax: boolean
  /** null while it stands. */
  reversedOn: Day | null
}

/** A write-off, or its reversal: then both amounts are negative. */
export type WriteOffEvent = { kind: 'write-off' | 'write-off reversal'; sourceId: number; day: Day } & Pick<
  WriteOff,
  'amount' | 'homeAmount' | 'recoversTax'
>

/** What is written off at a moment, in both currencies, and the part of it of which the tax is taken back. */
export type WrittenOff = { writtenOff: Amount; homeWrittenOff: HomeAmount; taxWrittenOff: Amount }
export const nothingWrittenOff: WrittenOff = { writtenOff: zero, homeWrittenOff: homeZero, taxWrittenOff: zero }

/** What is written off after an event. */
export const addWriteOff = (before: WrittenOff, { amount, homeAmount, recoversTax }: WriteOffEvent): WrittenOff => ({
  writtenOff: toAmount(before.writtenOff + amount),
  homeWrittenOff: toHomeAmount(before.homeWrittenOff + homeAmount),
  taxWrittenOff: recoversTax ? toAmount(before.taxWrittenOff + amount) : before.taxWrittenOff,
})

/** The later of two days. */
export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b)

/**
 * Lists write-offs and their reversals in the order in which they count on the same day. An issue date that was moved behind a write-off
 * moves the write-off.
 * @param writeOffs by their ids
 */
export const listWriteOffEvents = (writeOffs: readonly WriteOff[], issueDate: Day): WriteOffEvent[] =>
  writeOffs.flatMap(({ id, day: typed, amount, homeAmount, recoversTax, reversedOn }) => {
    const day = laterOf(typed, issueDate)
    const event: WriteOffEvent = { kind: 'write-off', sourceId: id, day, amount, homeAmount, recoversTax }
    if (reversedOn === null) return [event]
    const back = { amount: toAmount(-amount), homeAmount: toHomeAmount(-homeAmount) }
    return [event, { ...event, ...back, kind: 'write-off reversal', day: laterOf(reversedOn, day) }]
  })

/** The amounts of write-offs that stand. */
export const sumStanding = (writeOffs: readonly WriteOff[]): Amount =>
  sum(writeOffs.filter(({ reversedOn }) => reversedOn === null).map(({ amount }) => amount))

/**
 * Divides the part of the taxes in an amount that is written off over them. Each is the difference of the rounded parts of sums up to it,
 * so that all together are the rounded part of their sum.
 * @param taxes in the home currency
 * @param part of the total, in the currency of the invoice
 */
export const divideTaxPart = (
  taxes: readonly HomeAmount[],
  { part, total, homeCurrency }: { part: Amount; total: Amount; homeCurrency: Currency },
): HomeAmount[] => {
  let [full, done] = [0, 0]
  return taxes.map((tax) => {
    full += tax
    const before = done
    done = part === 0 ? 0 : scale(toHomeAmount(full), part, total, homeCurrency)
    return toHomeAmount(done - before)
  })
}
