import type { Currency } from './currencies.ts'
import { getCurrencyDecimals } from './currency-decimals.ts'
import { addDays, type Day, getMonthStart } from './dates.ts'
import { allocate } from './document-totals.ts'
import { type Amount, sum, toAmount, zero } from './money.ts'
import { getMonthEnd } from './periods.ts'

// Money fills the oldest. `domain/ledger/instalments-sql.ts` is the same rule in SQL; a test compares the two.

export const minInstalments = 2
export const maxInstalments = 24

export type Instalment = { dueDate: Day; amount: Amount }
export type FilledInstalment = Instalment & { balanceDue: Amount }

/**
 * To the decimals of the currency: 1,000.00 in three equal parts is 333.34, 333.33 and 333.33. @param weights positive, such as percentages
 * or earlier amounts
 */
export const divideTotal = (total: Amount, weights: readonly number[], currency: Currency): Amount[] => {
  const unit = 10 ** (3 - getCurrencyDecimals(currency))
  return allocate(BigInt(total / unit), weights.map(BigInt)).map((part) => toAmount(Number(part) * unit))
}

/** What is settled goes to the first instalment, which it covers first. @param weights as of `divideTotal` */
export const divideBalance = (
  { total, balanceDue, currency }: { total: Amount; balanceDue: Amount; currency: Currency },
  weights: readonly number[],
): Amount[] => {
  const [first, ...others] = divideTotal(balanceDue, weights, currency)
  return [toAmount(first! + total - balanceDue), ...others]
}

export const fillInstalments = <I extends Instalment>(instalments: readonly I[], settled: Amount): (I & { balanceDue: Amount })[] => {
  let left: number = settled
  return instalments.map((instalment) => {
    const covered = Math.min(Math.max(left, 0), instalment.amount)
    left -= covered
    return { ...instalment, balanceDue: toAmount(instalment.amount - covered) }
  })
}

/** All open instalments up to today, or else the next one. Zero when all are covered. */
export const sumDueNow = (instalments: readonly FilledInstalment[], today: Day): Amount => {
  const open = instalments.filter(({ balanceDue }) => balanceDue > 0)
  const due = open.filter(({ dueDate }) => dueDate <= today)
  return sum((due.length > 0 ? due : open.slice(0, 1)).map(({ balanceDue }) => balanceDue))
}

/** The oldest open instalment, the oldest two, and so on up to all. */
export const listPayable = (instalments: readonly FilledInstalment[]): Amount[] => {
  let sofar = zero
  return instalments.flatMap(({ balanceDue }) => {
    sofar = toAmount(sofar + balanceDue)
    return balanceDue > 0 ? [sofar] : []
  })
}

export type InstalmentState = 'paid' | 'overdue' | 'part paid' | 'due'
export const getInstalmentState = (
  { dueDate, amount, balanceDue }: { dueDate: string; amount: unknown; balanceDue: unknown },
  today: string,
): InstalmentState => {
  if (Number(balanceDue) === 0) return 'paid'
  if (dueDate < today) return 'overdue'
  return balanceDue === amount ? 'due' : 'part paid'
}

/** A month's day is clipped, always from the first: Jan 31, Feb 28, Mar 31. */
export const listDueDates = (first: Day, count: number, every: 'week' | 'month'): Day[] =>
  Array.from({ length: count }, (_, n) => {
    if (every === 'week') return addDays(first, 7 * n)
    const month = getMonthStart(first, -n)
    const end = getMonthEnd(month)
    const asked = `${month.slice(0, 8)}${first.slice(8)}` as Day
    // biome-ignore lint/complexity/useMathMinMax: days are texts
    return asked > end ? end : asked
  })
