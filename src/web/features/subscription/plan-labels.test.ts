import { expect, test } from 'vitest'
import { describeSaving, parsePlan } from './plan-labels.ts'

test('the yearly saving is shown in percent, dollars and months', () =>
  expect(describeSaving({ monthly: '9.99', yearly: '99.99' })).toEqual({ badge: 'Save 17%', text: '$20 saved: 2 months free' }))

test.each([
  [
    { monthly: '10.00', yearly: '110.00' },
    { badge: 'Save 8%', text: '$10 saved: 1 month free' },
  ],
  [
    { monthly: '100.00', yearly: '1160.00' },
    { badge: 'Save 3%', text: '$40 saved' },
  ],
  [{ monthly: '9.99', yearly: '119.88' }, undefined],
  [{ monthly: '9.99', yearly: '119.50' }, undefined],
  [{ monthly: '9.99', yearly: '150.00' }, undefined],
])('%j', (prices, text) => expect(describeSaving(prices)).toEqual(text))

test.each([
  ['monthly', 'monthly'],
  ['yearly', 'yearly'],
  ['Yearly', undefined],
  ['lifetime', undefined],
  ['toString', undefined],
  ['', undefined],
  [null, undefined],
])('the plan %s', (text, plan) => expect(parsePlan(text)).toBe(plan))
