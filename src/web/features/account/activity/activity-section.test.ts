import { expect, test } from 'vitest'
import { securityEventKinds } from '#shared/contract/security-events.ts'
import { formatScopes } from '#web/features/account/tokens/tokens-section.tsx'
import { formatEvent, formatEventSource } from './activity-section.tsx'

test('events are described with their details', () => {
  expect(formatEvent({ kind: 'token_made', detail: { name: 'Till' } })).toBe('API token “Till” created')
  expect(formatEvent({ kind: 'sign_in_refused', detail: { what: 'code' } })).toBe('Sign-in refused: wrong code')
  expect(formatEvent({ kind: 'sessions_ended', detail: { device: 'Firefox on Mac', count: 1 } })).toBe('Signed out Firefox on Mac')
  expect(formatEvent({ kind: 'sessions_ended', detail: { device: null, count: 3 } })).toBe('Signed out 3 other devices')
  expect(formatEvent({ kind: 'payment_keys_saved', detail: { provider: 'paypal' } })).toBe('PayPal keys saved')
  expect(formatEventSource({ device: 'Chrome on Linux', address: '127.0.0.1' })).toBe('Chrome on Linux, 127.0.0.1')
  expect(formatEventSource({ device: null, address: null })).toBe('')
  // Events without details get a complete sentence, too.
  for (const kind of securityEventKinds) expect(formatEvent({ kind, detail: {} })).not.toMatch(/undefined|null|“”/)
})

test("a token's scopes are listed by area", () => {
  expect(formatScopes(['reports:read', 'invoices:write', 'customers:read', 'customers:write'])).toBe(
    'Invoices: write · Customers: read and write · Reports: read',
  )
})
