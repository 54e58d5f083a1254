import { expect, test } from 'vitest'
import { detectPlatform } from './platform.ts'

test('each shell is detected by its bridge; everything else is a browser', () => {
  expect(detectPlatform({ androidBridge: {} })).toBe('android')
  expect(detectPlatform({ webkit: { messageHandlers: { bridge: {} } } })).toBe('ios')
  // Other apps' web views have message handlers, too.
  expect(detectPlatform({ webkit: { messageHandlers: {} } })).toBe('web')
  expect(detectPlatform({})).toBe('web')
})
