import { expect, test } from 'vitest'
import { parseStoredDraft, toStoredDraft } from './use-profile-form.ts'

test('a stored draft contains no payment keys, and none are read from it', () => {
  const stored = toStoredDraft({ businessName: 'Ada & Co.', stripeSecretKey: 'sk_test_1', paypalClientSecret: 'secret', stripeOn: false })
  expect(JSON.stringify(stored)).not.toMatch(/sk_test|secret/)
  expect(parseStoredDraft(stored)).toEqual({ typed: { businessName: 'Ada & Co.', stripeOn: false } })
  expect(parseStoredDraft({ typed: { stripeSecretKey: 'sk_test_1', logoUrl: null, other: 'x', businessName: 5 } })).toEqual({
    typed: { logoUrl: null },
  })
})

test.each([[null], [{}], [{ typed: null }], [{ typed: {} }], [{ typed: { other: 1 } }]])('%j is no draft', (stored) =>
  expect(parseStoredDraft(stored)).toBeUndefined(),
)
