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
])('in %s people print on %s', (language, size) => {
  expect(getDefaultPageSize(language)).toBe(size)
})
