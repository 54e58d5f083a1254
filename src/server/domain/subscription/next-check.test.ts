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

test('a subscription that was opened is looked for after 1, 5, 15 and 60 minutes, then hourly for a day, then no more', () => {
  let opened = 0
  const asked: number[] = []
  for (let wait = next(state(), state(), now); wait !== null; wait = next(state(), state(), minutes(-opened))) {
    opened += wait
    asked.push(opened)
  }
  expect(asked.slice(0, 6)).toEqual([1, 5, 15, 60, 120, 180])
  expect([asked.length, asked.at(-1)]).toEqual([27, 24 * 60])
})

test('one that the provider’s clock opens tomorrow is looked for in a minute', () => {
  expect(next(state(), state(), days(1))).toBe(1)
})

test('nobody is asked about who never bought anything', () => {
  expect(next(state(), state())).toBeNull()
})

test('a plan that runs is looked at daily, and just after its period and its cancellation take effect', () => {
  expect(next(state(), active)).toBe(1440)
  expect(next(active, { ...active, periodEnd: minutes(90) })).toBe(91)
  expect(next(active, { ...active, endsAt: minutes(30) })).toBe(31)
  // What is over needs no look of its own.
  expect(next(active, { ...active, periodEnd: days(-3), endsAt: days(-2) })).toBe(1440)
})

test('an unpaid plan is looked at hourly, and just after its grace', () => {
  const unpaid = (since: Date) => ({ ...active, pastDueSince: since })
  expect(next(active, unpaid(now))).toBe(60)
  expect(next(unpaid(days(-6)), unpaid(new Date(days(-7).getTime() + 20 * 60_000)))).toBe(21)
  expect(getGraceEnd(now)).toEqual(days(7))
})

test('a plan that has ended is looked at weekly for a month, then no more', () => {
  const week = 7 * 1440
  expect(next(active, canceled)).toBe(week)
  expect(next(canceled, { ...canceled, endsAt: days(-29) })).toBe(week)
  expect(next(canceled, { ...canceled, endsAt: days(-30) })).toBeNull()
  expect(next(canceled, { ...canceled, pastDueSince: days(-36) })).toBe(week)
  expect(next(canceled, { ...canceled, pastDueSince: days(-37) })).toBeNull()
  // Nothing is left of it at the provider.
  expect(next(canceled, canceled)).toBeNull()
})

test('who buys again after the end is looked at as after every opening', () => {
  expect(next(canceled, { ...canceled, endsAt: days(-60) }, minutes(-2))).toBe(3)
  expect(next(active, { ...active, periodEnd: days(20) }, minutes(-7))).toBe(8)
})

test('the next look always lies ahead and within a week, and a plan that runs always has one', () => {
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

test('a provider who could not be asked is asked again after ten minutes', () => {
  expect(getRetryAfterFailure(now)).toEqual(minutes(10))
})
