import { expect, test } from 'vitest'
import { toAccountId, toProvisionalAccountId } from './account-id.ts'
import { validateKeys } from './validate.ts'

const none = { shown: null, secret: null }

test.each([
  ['stripe', { ...none, secret: 'sk_test_sim_1' }, 'stripeSecretKey'],
  ['stripe', { ...none, secret: 'sk_live_sim_1' }, 'stripeSecretKey'],
  ['stripe', { ...none, shown: 'pk_test_sim_1' }, 'stripePublishableKey'],
  ['stripe', { ...none, shown: 'pk_live_sim_1' }, 'stripePublishableKey'],
  ['paypal', { ...none, shown: 'Asim_1' }, 'paypalClientId'],
  ['paypal', { ...none, secret: 'Esim_1' }, 'paypalClientSecret'],
] as const)('the real %s is never asked about keys of the sandbox: %j', (name, given, path) => {
  const look = (isReal: boolean) => () => validateKeys(name, given, given, isReal)
  expect(look(true)).toThrow(
    expect.objectContaining({ status: 400, details: { issues: [{ path, message: expect.stringContaining('built-in sandbox') }] } }),
  )
  expect(look(false)).not.toThrow()
  // Those that are kept already don't hinder a save of others.
  expect(() => validateKeys(name, given, none, true)).not.toThrow()
})

test('keys of one kind go together, and those whose kind nobody can tell', () => {
  const look = (shown: string, secret: string) => () => validateKeys('stripe', { shown, secret }, { shown, secret }, true)
  for (const [shown, secret] of [
    ['pk_live_1', 'sk_live_1'],
    ['pk_test_1', 'rk_test_1'],
    ['pk_live_1', 'rk_live_1'],
    ['other', 'sk_live_1'],
  ] as const)
    expect(look(shown, secret)).not.toThrow()
  for (const [shown, secret] of [
    ['pk_live_1', 'sk_test_1'],
    ['pk_test_1', 'rk_live_1'],
  ] as const)
    expect(look(shown, secret)).toThrow(/Use two keys of the same kind/)
})

test('test and live mode of a card account are told apart, and so are keys that nobody was asked about', () => {
  const both = (['test', 'live'] as const).map((mode) => toAccountId('stripe', { accountId: 'acct_1', mode }))
  expect(both).toEqual(['acct_1:test', 'acct_1'])
  expect(toAccountId('paypal', { accountId: 'paypal-A', mode: 'test' })).toBe('paypal-A')
  const unasked = ['sk_1', 'sk_2'].map((secret) => toProvisionalAccountId('stripe', { shown: null, secret }))
  expect(unasked).toEqual([expect.stringMatching(/^key-[0-9a-f]{16}$/), expect.stringMatching(/^key-/)])
  expect(unasked[0]).not.toBe(unasked[1])
  expect(toProvisionalAccountId('paypal', { shown: null, secret: 'E' })).toBeNull()
})
