import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api/client.ts'
import { describeTrialUse, isTrialExpiredError } from './trial-limit.ts'

test.each([
  [new ApiError(403, '{"message":"No","requiresSubscription":true}'), true],
  [new ApiError(403, '{"message":"Your free trial has ended"}'), true],
  [new ApiError(403, 'requiresSubscription'), true],
  [new ApiError(403, '{"message":"This request comes from another site and was refused"}'), false],
  [new ApiError(402, '{"message":"Your trial has ended."}'), true],
  [new ApiError(403, '{"message":"Your free trial has expired"}'), true],
  [new ApiError(500, 'The trial of this case has begun'), false],
  [new ApiError(403, '{"message":"You can\'t do this"}'), false],
  [new TypeError('Failed to fetch'), false],
])('%s', (error, over) => expect(isTrialExpiredError(error)).toBe(over))

test.each([
  ['trial', 6, undefined],
  ['trial', 7, '7 of 10 free invoices used.'],
  ['trial', 11, '10 of 10 free invoices used.'],
  ['active', 10, undefined],
])('the editor tells how far a trial is: %s, %i', (subscriptionStatus, trialInvoicesUsed, text) =>
  expect(describeTrialUse({ subscriptionStatus, subscriptionPlan: null, trialInvoicesUsed })).toBe(text),
)
