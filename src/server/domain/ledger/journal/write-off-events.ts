import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, type HomeAmount, homeZero, scale, sum, toAmount, toHomeAmount, zero } from '#shared/money.ts'

export type WriteOff = {
  id: number
  day: Day
  amount: Amount
  /** What it takes off the receivable in the home currency. */
  homeAmount: HomeAmount
  recoversTax: boolean
  /** null while it stands. */
  reversedOn: Day | null
}

/** Both amounts of a reversal are negative. */
export type WriteOffEvent = { kind: 'write-off' | 'write-off reversal'; sourceId: number; day: Day } & Pick<
  WriteOff,
  'amount' | 'homeAmount' | 'recoversTax'
>

/** `taxWrittenOff` is the part of which the tax is taken back. */
export type WrittenOff = { writtenOff: Amount; homeWrittenOff: HomeAmount; taxWrittenOff: Amount }
export const nothingWrittenOff: WrittenOff = { writtenOff: zero, homeWrittenOff: homeZero, taxWrittenOff: zero }

export const addWriteOff = (before: WrittenOff, { amount, homeAmount, recoversTax }: WriteOffEvent): WrittenOff => ({
  writtenOff: toAmount(before.writtenOff + amount),
  homeWrittenOff: toHomeAmount(before.homeWrittenOff + homeAmount),
  taxWrittenOff: recoversTax ? toAmount(before.taxWrittenOff + amount) : before.taxWrittenOff,
})

export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b)

/** In the order in which they count on the same day. An issue date that was moved behind a write-off moves it. */
export const listWriteOffEvents = (writeOffs: readonly WriteOff[], issueDate: Day): WriteOffEvent[] =>
  writeOffs.flatMap(({ id, day: typed, amount, homeAmount, recoversTax, reversedOn }) => {
    const day = laterOf(typed, issueDate)
    const event: WriteOffEvent = { kind: 'write-off', sourceId: id, day, amount, homeAmount, recoversTax }
    if (reversedOn === null) return [event]
    const back = { amount: toAmount(-amount), homeAmount: toHomeAmount(-homeAmount) }
    return [event, { ...event, ...back, kind: 'write-off reversal', day: laterOf(reversedOn, day) }]
  })

export const sumStanding = (writeOffs: readonly WriteOff[]): Amount =>
  sum(writeOffs.filter(({ reversedOn }) => reversedOn === null).map(({ amount }) => amount))

/**
 * Each is the difference of the rounded parts of sums up to it, so that all together are the rounded part of their sum.
 * @param taxes in the home currency @param part of the total, in the currency of the invoice
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
