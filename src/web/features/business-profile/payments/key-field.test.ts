import { expect, test } from 'vitest'
import { noSavedKeys } from '#web/features/business-profile/form/profile-values.ts'
import { getKeyHint } from './key-field.tsx'

const savedKeys = { ...noSavedKeys, stripePublishableKey: 'pk_test_abcd1234', stripeSecretKey: { set: true, last4: '4242' } }

test('an empty field tells how its key starts, or that one is stored', () => {
  expect(getKeyHint('stripeSecretKey', ' ', noSavedKeys, '')?.text).toBe('Starts with sk_test_ or sk_live_.')
  expect(getKeyHint('stripeSecretKey', '', savedKeys, '')?.text).toBe('Saved, ends in 4242.')
  expect(getKeyHint('stripePublishableKey', '', savedKeys, '')?.text).toBe('Saved, ends in 1234.')
  expect(getKeyHint('paypalClientId', '', noSavedKeys, '')).toBeUndefined()
})

test('a typed key tells what it looks like', () => {
  expect(getKeyHint('stripeSecretKey', 'sk_test_1', noSavedKeys, '')).toEqual({
    text: 'This looks like a test key: no real money moves.',
    tone: 'note',
  })
  expect(getKeyHint('stripeSecretKey', 'rk_live_1', noSavedKeys, '')?.text).toBe('This looks like a live key: real money moves.')
  expect(getKeyHint('stripePublishableKey', 'pk_live_1', noSavedKeys, '')?.tone).toBe('note')
  expect(getKeyHint('stripePublishableKey', 'hello', noSavedKeys, '')?.text).toBe('It usually starts with pk_test_ or pk_live_.')
  expect(getKeyHint('paypalClientSecret', 'anything', noSavedKeys, '')).toBeUndefined()
})

test('a key in the wrong field and two keys of different modes are noticed', () => {
  expect(getKeyHint('stripePublishableKey', 'sk_test_1', noSavedKeys, '')?.text).toMatch(/secret key. It belongs in the field below/)
  expect(getKeyHint('stripeSecretKey', 'pk_test_1', noSavedKeys, '')?.text).toMatch(/publishable key. It belongs in the field above/)
  expect(getKeyHint('stripeSecretKey', 'sk_live_1', savedKeys, 'pk_test_abcd1234')).toEqual({
    text: 'This is a live key, the other one is a test key. Use two of the same kind.',
    tone: 'warn',
  })
})
