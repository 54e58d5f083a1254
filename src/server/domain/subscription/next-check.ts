import { graceDays } from '#shared/plans.ts'
import type { StoredState } from './state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long after its opening a subscription that waits for its first payment is asked about; then hourly. */
const afterOpeningMs = [1, 5, 15, 60].map((minutes) => minutes * minuteMs)
/** How long an ended one may still be paid after all, or taken up again. */
const afterEndMs = 30 * dayMs

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** When a plan ends whose renewal hasn't been paid since `unpaidSince`. */
export const getGraceEnd = (unpaidSince: Date): Date => later(unpaidSince, graceDays * dayMs)

/** Soon at first, then hourly for a day; null after that. A moment that lies ahead, by a clock that isn't ours, counts as now. */
const whileOpening = (now: Date, openedAt: Date): Date | null => {
  const age = Math.max(0, now.getTime() - openedAt.getTime())
  if (age >= dayMs) return null
  const wait = afterOpeningMs.find((ms) => ms > age)
  return later(now, wait === undefined ? hourMs : wait - age)
}

/** A minute behind it, when the provider has surely acted; none when that is over. */
const justAfter = (now: Date, at: Date | null): Date[] => (at && later(at, minuteMs) > now ? [later(at, minuteMs)] : [])

/** Weekly for a month after the end. The provider's own end comes first, or that of our patience, or that of what was paid. */
const afterEnd = (now: Date, before: StoredState, { endsAt, pastDueSince, periodEnd }: StoredState): Date | null => {
  if (before.subscriptionStatus !== 'canceled') return later(now, 7 * dayMs)
  const endedAt = endsAt ?? (pastDueSince ? getGraceEnd(pastDueSince) : periodEnd)
  return endedAt && now.getTime() - endedAt.getTime() < afterEndMs ? later(now, 7 * dayMs) : null
}

/**
 * When the provider is asked again about a user although no event says so: events get lost. Null when nothing can come of it any more.
 * @param before what was stored until now
 * @param after what the provider has just said
 * @param openedAt when the newest subscription was opened that waits for its first payment; null when none does
 */
export const getNextCheck = (now: Date, before: StoredState, after: StoredState, openedAt: Date | null): Date | null => {
  const { subscriptionStatus, periodEnd, endsAt, pastDueSince } = after
  const moments = openedAt ? [whileOpening(now, openedAt)] : []
  if (subscriptionStatus === 'active')
    moments.push(
      later(now, pastDueSince ? hourMs : dayMs),
      ...justAfter(now, periodEnd),
      ...justAfter(now, endsAt),
      ...justAfter(now, pastDueSince && getGraceEnd(pastDueSince)),
    )
  if (subscriptionStatus === 'canceled') moments.push(afterEnd(now, before, after))
  const known = moments.filter((moment) => moment !== null).map((moment) => moment.getTime())
  return known.length > 0 ? new Date(Math.min(...known)) : null
}

/** When to ask again a provider who couldn't be asked. */
export const getRetryAfterFailure = (now: Date): Date => later(now, 10 * minuteMs)
