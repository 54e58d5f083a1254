import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subscriptionStatuses } from '#shared/plans.ts'
import { getNextCheck, getRetryAfterFailure } from './next-check.ts'
import { getGraceEnd, neverSubscribed, type StoredState } from './state.ts'

const now = new Date('2026-03-10T12:00:00Z')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
const days = (n: number) => minutes(n * 1440)
const state = (over: Partial<StoredState> = {}): StoredState => ({ ...neverSubscribed, ...over })
const active = state({ subscriptionStatus: 'active', periodEnd: days(20), liveSubscriptions: 1 })
const canceled = state({ subscriptionStatus: 'canceled' })
/** In minutes from now. */
const next = (before: StoredState, after: StoredState, openedAt: Date | null = null) => {
  const at = getNextCheck(now, before, after, openedAt)
  return at && (at.getTime() - now.getTime()) / 60_000
}

test('a new subscription is checked after 1, 5, 15 and 60 minutes, then hourly for a day', () => {
  let opened = 0
  const checkedMinutes: number[] = []
  for (let wait = next(state(), state(), now); wait !== null; wait = next(state(), state(), minutes(-opened))) {
    opened += wait
    checkedMinutes.push(opened)
  }
  expect(checkedMinutes.slice(0, 6)).toEqual([1, 5, 15, 60, 120, 180])
  expect([checkedMinutes.length, checkedMinutes.at(-1)]).toEqual([27, 24 * 60])
})

test('a creation date in the future counts as now', () => {
  expect(next(state(), state(), days(1))).toBe(1)
})

test('a user who never subscribed isn’t checked', () => {
  expect(next(state(), state())).toBeNull()
})

test('a running plan is checked daily, and just after the end of its period and after its cancellation', () => {
  expect(next(state(), active)).toBe(1440)
  expect(next(active, { ...active, periodEnd: minutes(90) })).toBe(91)
  expect(next(active, { ...active, endsAt: minutes(30) })).toBe(31)
  // A date in the past adds no check.
  expect(next(active, { ...active, periodEnd: days(-3), endsAt: days(-2) })).toBe(1440)
})

test('an unpaid plan is checked hourly, and just after its grace period', () => {
  const unpaid = (since: Date) => ({ ...active, pastDueSince: since })
  expect(next(active, unpaid(now))).toBe(60)
  expect(next(unpaid(days(-6)), unpaid(new Date(days(-7).getTime() + 20 * 60_000)))).toBe(21)
  expect(getGraceEnd(now)).toEqual(days(7))
})

test('an ended plan is checked weekly for a month', () => {
  const week = 7 * 1440
  expect(next(active, canceled)).toBe(week)
  expect(next(canceled, { ...canceled, endsAt: days(-29) })).toBe(week)
  expect(next(canceled, { ...canceled, endsAt: days(-30) })).toBeNull()
  expect(next(canceled, { ...canceled, pastDueSince: days(-36) })).toBe(week)
  expect(next(canceled, { ...canceled, pastDueSince: days(-37) })).toBeNull()
  // The provider has no subscription of it any more.
  expect(next(canceled, canceled)).toBeNull()
})

test('a new subscription after an ended plan is checked like every new one', () => {
  expect(next(canceled, { ...canceled, endsAt: days(-60) }, minutes(-2))).toBe(3)
  expect(next(active, { ...active, periodEnd: days(20) }, minutes(-7))).toBe(8)
})

test('the next check is always in the future and within a week, and a running plan always has one', () => {
  const moment = fc.option(
    fc.integer({ min: -400 * 1440, max: 400 * 1440 }).map((minute) => minutes(minute)),
    { nil: null },
  )
  const states = fc.record({
    subscriptionStatus: fc.constantFrom(...subscriptionStatuses),
    periodEnd: moment,
    endsAt: moment,
    pastDueSince: moment,
    liveSubscriptions: fc.nat(3),
  })
  fc.assert(
    fc.property(states, states, moment, (before, after, openedAt) => {
      const wait = next(state(before), state(after), openedAt)
      if (after.subscriptionStatus === 'active') expect(wait).not.toBeNull()
      if (wait !== null) {
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(7 * 1440)
      }
    }),
  )
})

test('a failed check is repeated after ten minutes', () => {
  expect(getRetryAfterFailure(now)).toEqual(minutes(10))
})
