import { expect, test } from 'vitest'
import { getDefaultPageSize } from './default-page-size.ts'

test.each([
  ['en-US', 'letter'],
  ['en', 'letter'],
  ['fr-CA', 'letter'],
  ['es-MX', 'letter'],
  ['es', 'a4'],
  ['en-GB', 'a4'],
  ['de', 'a4'],
  ['ar', 'a4'],
  ['not a language', 'a4'],
])('the page size for %s is %s', (language, size) => {
  expect(getDefaultPageSize(language)).toBe(size)
})
