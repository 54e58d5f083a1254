import { addDays, type Day, day, getMonthStart } from '#shared/dates.ts'
import type { SubscriptionPlan } from '#shared/plans.ts'

/** When a plan that begins on this day renews: the same day of the next month or year, or the last one where there is no such day. */
export const getRenewalDate = (from: Day, plan: SubscriptionPlan): Day => {
  const months = plan === 'yearly' ? 12 : 1
  const lastOfMonth = addDays(getMonthStart(from, -months - 1), -1)
  const sameDate = `${lastOfMonth.slice(0, 8)}${from.slice(8)}`
  return sameDate < lastOfMonth ? day(sameDate) : lastOfMonth
}
