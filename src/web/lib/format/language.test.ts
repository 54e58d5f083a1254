import { afterEach, expect, test, vi } from 'vitest'
import { getLanguage } from './language.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['de-AT', 'de-AT'],
  ['C', 'en-US'],
  ['en-US@posix', 'en-US'],
])('a browser that says its language is %s is served in %s', (named, expected) => {
  vi.stubGlobal('navigator', { language: named })
  expect(getLanguage()).toBe(expected)
})
