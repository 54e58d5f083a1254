import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import type { ProviderSubscription } from './billing-provider.ts'
import { computeState, getPaymentStatus, isLive, neverSubscribed, type StoredState } from './state.ts'

const now = new Date('2027-03-10T12:00:00Z')
const dayMs = 86_400_000
const at = (days: number) => new Date(now.getTime() + days * dayMs)

const subscription = (more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  ...{ id: 'sub_1', status: 'active', plan: 'monthly', price: cents(999), createdAt: at(-10), periodEnd: at(20) },
  ...{ endsAt: null, wasPaid: true, unpaidSince: null, isPending: false },
  ...more,
})
const incomplete = (more: Partial<ProviderSubscription> = {}) =>
  subscription({ id: 'sub_0', status: 'incomplete', wasPaid: false, ...more })
const active: StoredState = {
  ...{ subscriptionStatus: 'active', subscriptionPlan: 'monthly', subscriptionId: 'sub_1', periodEnd: at(20) },
  ...{ endsAt: null, pastDueSince: null, liveSubscriptions: 1 },
}
const canceled: StoredState = { ...neverSubscribed, subscriptionStatus: 'canceled' }

const statuses = ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const
const moment = fc.integer({ min: -400, max: 400 }).map(at)
const anySubscription = fc
  .record({
    status: fc.constantFrom(...statuses),
    plan: fc.constantFrom('monthly' as const, 'yearly' as const, null),
    price: fc.constant(cents(999)),
    createdAt: fc.integer({ min: -400, max: 0 }).map(at),
    periodEnd: moment,
    endsAt: fc.option(moment),
    wasPaid: fc.boolean(),
    unpaidSince: fc.option(fc.integer({ min: -20, max: 0 }).map(at)),
    isPending: fc.boolean(),
  })
  // As the provider tells them: what waits for its first payment was never paid, what runs was.
  .map((one) => ({ ...one, wasPaid: isLive(one) || (!one.status.startsWith('incomplete') && one.wasPaid) }))
const anyList = fc
  .array(anySubscription, { maxLength: 6 })
  .map((list): ProviderSubscription[] => list.map((one, index) => ({ id: `sub_${index}`, ...one })))
const anyBefore = fc.constantFrom(neverSubscribed, active, canceled, { ...active, pastDueSince: at(-3) })

test('the order of the list doesn’t matter', () => {
  fc.assert(
    fc.property(
      anyList.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      anyBefore,
      ([list, shuffled], before) => {
        expect(computeState(shuffled, before, now)).toEqual(computeState(list, before, now))
      },
    ),
  )
})

test('a plan runs while one of the subscriptions does, including a week with unpaid invoices', () => {
  fc.assert(
    fc.property(anyList, anyBefore, (list, before) => {
      const { subscriptionStatus, subscriptionId, liveSubscriptions } = computeState(list, before, now)
      const paidUp = list.some(({ status }) => status === 'active' || status === 'trialing')
      const inGrace = list.some((one) => {
        const since = one.unpaidSince ?? (before.subscriptionId === one.id && before.pastDueSince) ?? now
        return one.status === 'past_due' && now.getTime() - (since || now).getTime() < 7 * dayMs
      })
      expect(subscriptionStatus === 'active').toBe(paidUp || inGrace)
      if (subscriptionStatus === 'active') expect(list.some((one) => one.id === subscriptionId && isLive(one))).toBe(true)
      expect(liveSubscriptions).toBe(list.filter((one) => ['active', 'trialing', 'past_due'].includes(one.status)).length)
    }),
  )
})

test('a trial ends with a payment for good', () => {
  fc.assert(
    fc.property(anyList, anyBefore, (list, before) => {
      const isTrial = before.subscriptionStatus === 'trial' && !list.some((one) => one.wasPaid)
      expect(computeState(list, before, now).subscriptionStatus === 'trial').toBe(isTrial)
    }),
  )
})

test('the state is stable: computed again, it is the same', () => {
  fc.assert(
    fc.property(anyList, anyBefore, (list, before) => {
      const once = computeState(list, before, now)
      expect(computeState(list, once, now)).toEqual(once)
    }),
  )
})

test('an unpaid plan ends exactly seven days after its invoice', () => {
  const unpaidSince = new Date('2027-03-03T12:00:00Z')
  const statusAt = (moment: string) => {
    const computed = computeState([subscription({ status: 'past_due', unpaidSince })], active, new Date(moment))
    expect(computed.pastDueSince).toEqual(unpaidSince)
    return computed.subscriptionStatus
  }
  expect(statusAt('2027-03-10T11:59:59.999Z')).toBe('active')
  expect(statusAt('2027-03-10T12:00:00Z')).toBe('canceled')
})

test('without a date of the unpaid invoice, the week counts from when it was first seen', () => {
  const one = subscription({ status: 'past_due' })
  const first = computeState([one], active, at(0))
  expect([first.subscriptionStatus, first.pastDueSince]).toEqual(['active', at(0)])
  const later = computeState([one], first, at(6))
  expect([later.subscriptionStatus, later.pastDueSince]).toEqual(['active', at(0)])
  expect(computeState([one], later, at(7)).subscriptionStatus).toBe('canceled')
  // The stored date of another subscription doesn't count.
  expect(computeState([{ ...one, id: 'sub_2' }], later, at(7)).subscriptionStatus).toBe('active')
})

test('unpaid, paused and ended subscriptions are no plan; an incomplete one leaves the trial as it is', () => {
  for (const status of ['unpaid', 'paused', 'canceled'] as const)
    expect(computeState([subscription({ status })], active, now)).toMatchObject({ subscriptionStatus: 'canceled', liveSubscriptions: 0 })
  for (const status of ['incomplete', 'incomplete_expired'] as const) {
    expect(computeState([incomplete({ status })], neverSubscribed, now)).toEqual(neverSubscribed)
    expect(computeState([incomplete({ status })], active, now)).toEqual(canceled)
  }
  expect(computeState([subscription({ status: 'canceled', wasPaid: false })], neverSubscribed, now)).toEqual(neverSubscribed)
  expect(computeState([], active, now)).toEqual(canceled)
})

test('of two running subscriptions the one that renews is shown, and both are counted', () => {
  const ending = subscription({ id: 'sub_new', createdAt: at(-1), endsAt: at(5) })
  const goesOn = subscription({ id: 'sub_old', plan: 'yearly', createdAt: at(-100) })
  expect(computeState([ending, goesOn], active, now)).toMatchObject({
    ...{ subscriptionStatus: 'active', subscriptionId: 'sub_old', subscriptionPlan: 'yearly', endsAt: null, liveSubscriptions: 2 },
  })
  const unpaid = subscription({ id: 'sub_due', createdAt: at(-1), status: 'past_due', unpaidSince: at(-2) })
  expect(computeState([unpaid, ending], active, now)).toMatchObject({ subscriptionId: 'sub_new', pastDueSince: null, liveSubscriptions: 2 })
})

test('a payment is pending while the bank decides about the newest subscription', () => {
  const pending = incomplete({ isPending: true })
  expect(getPaymentStatus([pending], neverSubscribed)).toBe('pending')
  expect(getPaymentStatus([incomplete({ id: 'sub_2', createdAt: at(-1) }), pending], neverSubscribed)).toBe('none')
  expect(getPaymentStatus([pending], active)).toBe('active')
  expect(getPaymentStatus([subscription({ status: 'canceled', isPending: true })], canceled)).toBe('none')
})
