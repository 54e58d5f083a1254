import { expect, test } from 'vitest'
import { keyHint } from './key-hints.ts'
import { nothingKept } from './profile-values.ts'

const kept = { ...nothingKept, stripePublishableKey: 'pk_test_abcd1234', stripeSecretKey: { set: true, last4: '4242' } }

test('an empty field says how its key begins, or that one is kept', () => {
  expect(keyHint('stripeSecretKey', ' ', nothingKept, '')?.text).toBe('Begins with sk_test_ or sk_live_.')
  expect(keyHint('stripeSecretKey', '', kept, '')?.text).toBe('Saved, ends in 4242.')
  expect(keyHint('stripePublishableKey', '', kept, '')?.text).toBe('Saved, ends in 1234.')
  expect(keyHint('paypalClientId', '', nothingKept, '')).toBeUndefined()
})

test('a typed key says what it looks like', () => {
  expect(keyHint('stripeSecretKey', 'sk_test_1', nothingKept, '')).toEqual({
    text: 'This looks like a test key: no real money moves.',
    tone: 'note',
  })
  expect(keyHint('stripeSecretKey', 'rk_live_1', nothingKept, '')?.text).toBe('This looks like a live key: real money moves.')
  expect(keyHint('stripePublishableKey', 'pk_live_1', nothingKept, '')?.tone).toBe('note')
  expect(keyHint('stripePublishableKey', 'hello', nothingKept, '')?.text).toBe('It usually begins with pk_test_ or pk_live_.')
  expect(keyHint('paypalClientSecret', 'anything', nothingKept, '')).toBeUndefined()
})

test('a key in the wrong field, and two of different kinds, are noticed', () => {
  expect(keyHint('stripePublishableKey', 'sk_test_1', nothingKept, '')?.text).toMatch(/secret key. It belongs in the field below/)
  expect(keyHint('stripeSecretKey', 'pk_test_1', nothingKept, '')?.text).toMatch(/publishable key. It belongs in the field above/)
  expect(keyHint('stripeSecretKey', 'sk_live_1', kept, 'pk_test_abcd1234')).toEqual({
    text: 'This is a live key, the other one is a test key. Use two of the same kind.',
    tone: 'warn',
  })
})
