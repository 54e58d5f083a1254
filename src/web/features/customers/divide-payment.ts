import { type Amount, toAmount, zero } from '#shared/money.ts'
import { readAmount } from '#web/lib/format/amount.ts'

/** What each invoice gets: what was typed for it, and of the rest what is due, in their order. @param typed null where nothing was typed */
export const dividePayment = (amount: Amount, due: readonly Amount[], typed: readonly (string | null)[]): Amount[] => {
  const known = due.map((_, i) => (typed[i] == null ? undefined : toAmount(Math.max(readAmount(typed[i]) ?? zero, 0))))
  let left: number = amount - known.reduce<number>((total, part) => total + (part ?? 0), 0)
  return due.map((each, i) => {
    if (known[i] !== undefined) return known[i]
    const part = toAmount(Math.max(Math.min(each, left), 0))
    left -= part
    return part
  })
}
