import type { Currency } from './currencies.ts'
import { addDays, addMonths, type Day, formatDay } from './dates.ts'
import { type Amount, formatMoney, parseFixed, scale } from './money.ts'
import { countDays as countDaysOf } from './periods.ts'
import { countDays } from './reminders.ts'

/** 'percent' is of the balance due; 'yearly' is interest on it. */
export const lateFeeKinds = ['fixed', 'percent', 'yearly'] as const
export type LateFeeKind = (typeof lateFeeKinds)[number]
/** Interest always repeats. */
export const lateFeeRepeats = ['once', 'monthly'] as const
export type LateFeeRepeats = (typeof lateFeeRepeats)[number]

export const maxGraceDays = 365

export type LateFeeTerms = {
  kind: LateFeeKind
  graceDays: number
  repeats: LateFeeRepeats
  /** Nothing is charged for earlier days. */
  validFrom: Day
}

/** The n-th fee of an invoice by a rule. */
export type LateFeePeriod = { occurrence: number; firstDay: Day; lastDay: Day }

export type DoneLateFees = {
  /** The last day that a fee was for; null for none. */
  through: Day | null
  occurrence: number
}

const later = (a: Day, b: Day): Day => (a > b ? a : b)

/**
 * Periods are the months after the grace days. An amount or a percentage is charged when its period begins, and only for the newest one:
 * those before it were not asked for in time. Interest is charged when its period is over, for all days since the last fee or the due date.
 */
export const findDuePeriod = (
  { kind, graceDays, repeats, validFrom }: LateFeeTerms,
  dueDate: Day,
  today: Day,
  done: DoneLateFees,
): LateFeePeriod | null => {
  const anchor = addDays(dueDate, graceDays + 1)
  if (anchor > today || (repeats === 'once' && done.through !== null)) return null
  const isInterest = kind === 'yearly'
  // The months from the anchor to today, of which the last one can be incomplete.
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - Number(anchor.slice(0, 4)) * 12 - Number(anchor.slice(5, 7))
  const begun = addMonths(anchor, months) <= today ? months + 1 : months
  const occurrence = repeats === 'once' ? 1 : isInterest ? begun - 1 : begun
  const start = addMonths(anchor, occurrence - 1)
  const lastDay = addDays(addMonths(anchor, occurrence), -1)
  const free = done.through === null ? null : addDays(done.through, 1)
  const firstDay = isInterest ? later(free ?? addDays(dueDate, 1), validFrom) : start
  const isDone = occurrence <= done.occurrence || (free !== null && firstDay < free)
  return isDone || firstDay < validFrom || firstDay > lastDay ? null : { occurrence, firstDay, lastDay }
}

export type LateFeeRate = { kind: LateFeeKind; amount: Amount | null; percent: string | null }

/** The amount, or round(balance x percent), or round(balance x percent x days / 365). It can be zero. */
export const computeLateFee = (
  { kind, amount, percent }: LateFeeRate,
  { balance, currency }: { balance: Amount; currency: Currency },
  { firstDay, lastDay }: LateFeePeriod,
): Amount => {
  if (kind === 'fixed') return amount!
  const parts = parseFixed(percent!, 4)
  return kind === 'percent'
    ? scale(balance, parts, 1_000_000, currency)
    : scale(balance, parts * countDaysOf({ from: firstDay, to: lastDay }), 365_000_000, currency)
}

export const describeLateFeeRule = ({
  kind,
  amount,
  currency,
  percent,
  graceDays,
  repeats,
}: { amount: Amount | string | null; currency: Currency | null; percent: string | null } & Omit<LateFeeTerms, 'validFrom'>): string => {
  const rate = {
    fixed: () => formatMoney(amount!, currency!),
    percent: () => `${percent}% of the balance`,
    yearly: () => `${percent}% a year`,
  }[kind]()
  const when = graceDays === 0 ? 'from the day after the due date' : `from ${countDays(graceDays + 1)} after the due date`
  return kind === 'yearly' || repeats === 'monthly' ? `${rate}, every month, ${when}` : `${rate}, once, ${when}`
}

export const describeLateFee = (invoiceNumber: string, { firstDay, lastDay }: LateFeePeriod, repeats: LateFeeRepeats): string =>
  `Late fee for invoice ${invoiceNumber}${repeats === 'once' ? '' : `, ${formatDay(firstDay)} to ${formatDay(lastDay)}`}`
