import { expect, test } from 'vitest'
import { platformOf } from './platform.ts'

test('each shell is known by its bridge, and everything else is a browser', () => {
  expect(platformOf({ androidBridge: {} })).toBe('android')
  expect(platformOf({ webkit: { messageHandlers: { bridge: {} } } })).toBe('ios')
  // Other apps' web views have handlers, too.
  expect(platformOf({ webkit: { messageHandlers: {} } })).toBe('web')
  expect(platformOf({})).toBe('web')
})
