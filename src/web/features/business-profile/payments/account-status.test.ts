import { expect, test } from 'vitest'
import { getAccountStatus } from './account-status.ts'

const saved = { isSaved: true, isTyped: false, isReady: true, saving: false }
const good = { status: 'connected', mode: 'live', problem: null } as const

test.each([
  [good, saved, 'Connected, live mode'],
  [{ ...good, mode: 'test' }, saved, 'Connected, test mode'],
  [{ ...good, mode: null }, saved, 'Connected'],
  [{ ...good, status: 'unchecked' }, saved, 'Checking'],
  [{ ...good, status: 'error' }, saved, 'Error'],
  [{ ...good, status: 'not_connected' }, { ...saved, isSaved: false, isReady: false }, 'Not set up'],
  [{ ...good, status: 'not_connected' }, { ...saved, isSaved: false, isTyped: true }, 'Not saved yet'],
  // A key that replaces a stored one is checked while it is saved.
  [good, { ...saved, isTyped: true }, 'Connected, live mode'],
  [good, { ...saved, isTyped: true, saving: true }, 'Checking'],
  [good, { ...saved, saving: true }, 'Connected, live mode'],
] as const)('%j with %j is %s', (answer, keys, words) => {
  expect(getAccountStatus(answer, keys).label).toBe(words)
})

test('an error tells why; keys that could not be checked yet are no error', () => {
  expect(getAccountStatus({ ...good, status: 'error', problem: 'Stripe refused it.' }, saved).problem).toEqual({
    tone: 'danger',
    text: 'Error: Stripe refused it.',
  })
  expect(getAccountStatus({ ...good, status: 'unchecked', problem: 'We keep trying.' }, saved).problem).toEqual({
    tone: 'warn',
    text: 'We keep trying.',
  })
  expect(getAccountStatus(good, saved).problem).toBeUndefined()
})
