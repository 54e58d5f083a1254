import { expect, test } from 'vitest'
import { portalErrorMessage } from './use-portal.ts'

test.each([
  ['No configuration provided and your test mode default configuration has not been created.', 'Portal Setup Required'],
  ['The Customer Portal is not set up.', 'Portal Setup Required'],
  ['There is nothing to manage yet.', 'Error'],
  ['', 'Error'],
])('%s', (told, title) => expect(portalErrorMessage(told).title).toBe(title))

test("the server's message is shown, or a default one", () => {
  expect(portalErrorMessage('The card provider is down.').description).toBe('The card provider is down.')
  expect(portalErrorMessage('').description).toBe('Failed to open subscription management. Please try again.')
})
