import { expect, test } from 'vitest'
import { cleanText } from '#server/platform/pdf/clean-text.ts'
import { toMultiline } from '#server/platform/text/plain-text.ts'
import { findFormulaProblem } from '#shared/imports/formulas.ts'

// ASVS V1.3.12: no text that somebody sends keeps the server busy by the way in which it is searched. Ten times the longest that is taken would
// take half a minute, were each of its characters looked at as often as there are others.

const length = 100_000
const rows: [string, string][] = [
  ['blanks within a line', `${' '.repeat(length)}x`],
  ['tabs within a line', `${'\t'.repeat(length / 4)}x`],
  ['line breaks', `${'\n'.repeat(length)}x`],
  ['letters', 'a'.repeat(length)],
  ['a sum without end', `+${'a'.repeat(length)}`],
]

test.each(rows)('%s are gone over a few times at most', (_what, text) => {
  const began = performance.now()
  cleanText(text)
  toMultiline(text)
  findFormulaProblem(text)
  expect(performance.now() - began).toBeLessThan(2000)
})

test('blanks at the end of lines and of the text are still left out', () => {
  expect(cleanText('a  b  \n c \n\n  \n')).toBe('a  b\n c')
  expect(toMultiline('a \t b\t \n c ')).toBe('a \t b\n c')
})
