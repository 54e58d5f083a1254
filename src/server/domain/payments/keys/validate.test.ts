import { expect, test } from 'vitest'
import { toAccountId, toProvisionalAccountId } from './account-id.ts'
import { validateKeys } from './validate.ts'

const none = { publicKey: null, secret: null }

test.each([
  ['stripe', { ...none, secret: 'sk_test_sim_1' }, 'stripeSecretKey'],
  ['stripe', { ...none, secret: 'sk_live_sim_1' }, 'stripeSecretKey'],
  ['stripe', { ...none, publicKey: 'pk_test_sim_1' }, 'stripePublishableKey'],
  ['stripe', { ...none, publicKey: 'pk_live_sim_1' }, 'stripePublishableKey'],
  ['paypal', { ...none, publicKey: 'Asim_1' }, 'paypalClientId'],
  ['paypal', { ...none, secret: 'Esim_1' }, 'paypalClientSecret'],
] as const)('a simulator key is refused for the real host of %s: %j', (name, given, path) => {
  const validate = (isRealHost: boolean) => () => validateKeys(name, given, given, isRealHost)
  expect(validate(true)).toThrow(
    expect.objectContaining({ status: 400, details: { issues: [{ path, message: expect.stringContaining('built-in sandbox') }] } }),
  )
  expect(validate(false)).not.toThrow()
  // Keys that were saved before don't prevent a save of others.
  expect(() => validateKeys(name, given, none, true)).not.toThrow()
})

test('two keys must have the same mode, unless the mode of one is unknown', () => {
  const validate = (publicKey: string, secret: string) => () => validateKeys('stripe', { publicKey, secret }, { publicKey, secret }, true)
  for (const [publicKey, secret] of [
    ['pk_live_1', 'sk_live_1'],
    ['pk_test_1', 'rk_test_1'],
    ['pk_live_1', 'rk_live_1'],
    ['other', 'sk_live_1'],
  ] as const)
    expect(validate(publicKey, secret)).not.toThrow()
  for (const [publicKey, secret] of [
    ['pk_live_1', 'sk_test_1'],
    ['pk_test_1', 'rk_live_1'],
  ] as const)
    expect(validate(publicKey, secret)).toThrow(/Use two keys of the same kind/)
})

test('the modes of a Stripe account have different account ids, and so have unchecked keys', () => {
  const both = (['test', 'live'] as const).map((mode) => toAccountId('stripe', { accountId: 'acct_1', mode }))
  expect(both).toEqual(['acct_1:test', 'acct_1'])
  expect(toAccountId('paypal', { accountId: 'paypal-A', mode: 'test' })).toBe('paypal-A')
  const unchecked = ['sk_1', 'sk_2'].map((secret) => toProvisionalAccountId('stripe', { publicKey: null, secret }))
  expect(unchecked).toEqual([expect.stringMatching(/^key-[0-9a-f]{16}$/), expect.stringMatching(/^key-/)])
  expect(unchecked[0]).not.toBe(unchecked[1])
  expect(toProvisionalAccountId('paypal', { publicKey: null, secret: 'E' })).toBeNull()
})
