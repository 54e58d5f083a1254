import { getGraceEnd, type StoredState } from './state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** When a subscription is checked that waits for its first payment, counted from its creation; hourly after that. */
const firstChecksMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** How long an ended subscription is checked: it may still be paid, or resumed. */
const checksAfterEndMs = 30 * dayMs

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The next check of a subscription that waits for its first payment; null a day after its creation. A creation in the future counts as now. */
const getNextCheckWhileOpening = (now: Date, openedAt: Date): Date | null => {
  const ageMs = Math.max(0, now.getTime() - openedAt.getTime())
  if (ageMs >= dayMs) return null
  const nextMs = firstChecksMs.find((ms) => ms > ageMs)
  return later(now, nextMs === undefined ? hourMs : nextMs - ageMs)
}

const justAfter = (now: Date, at: Date | null): Date[] => (at && later(at, minuteMs) > now ? [later(at, minuteMs)] : [])

/** Weekly for a month after the end: that reported by the provider, else the end of the grace period, else that of the paid period. */
const getNextCheckAfterEnd = (now: Date, before: StoredState, { endsAt, pastDueSince, periodEnd }: StoredState): Date | null => {
  if (before.subscriptionStatus !== 'canceled') return later(now, 7 * dayMs)
  const endedAt = endsAt ?? (pastDueSince ? getGraceEnd(pastDueSince) : periodEnd)
  return endedAt && now.getTime() - endedAt.getTime() < checksAfterEndMs ? later(now, 7 * dayMs) : null
}

/** Webhook events may be lost. Null when nothing can change any more. @param openedAt of the newest that awaits its first payment */
export const getNextCheck = (now: Date, before: StoredState, after: StoredState, openedAt: Date | null): Date | null => {
  const { subscriptionStatus, periodEnd, endsAt, pastDueSince } = after
  const checks = openedAt ? [getNextCheckWhileOpening(now, openedAt)] : []
  if (subscriptionStatus === 'active')
    checks.push(
      later(now, pastDueSince ? hourMs : dayMs),
      ...justAfter(now, periodEnd),
      ...justAfter(now, endsAt),
      ...justAfter(now, pastDueSince && getGraceEnd(pastDueSince)),
    )
  if (subscriptionStatus === 'canceled') checks.push(getNextCheckAfterEnd(now, before, after))
  const times = checks.filter((check) => check !== null).map((check) => check.getTime())
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

export const getRetryAfterFailure = (now: Date): Date => later(now, 10 * minuteMs)
