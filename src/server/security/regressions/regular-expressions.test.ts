import { expect, test } from 'vitest'
import { cleanText } from '#server/platform/pdf/clean-text.ts'
import { toMultiline } from '#server/platform/text/plain-text.ts'
import { findFormulaProblem } from '#shared/formulas.ts'

// ASVS V1.3.12: no input keeps the server busy by the way it is searched. Ten times the longest accepted text would take half a minute with a
// quadratic search.

const length = 100_000
const rows: [string, string][] = [
  ['blanks within a line', `${' '.repeat(length)}x`],
  ['tabs within a line', `${'\t'.repeat(length / 4)}x`],
  ['line breaks', `${'\n'.repeat(length)}x`],
  ['letters', 'a'.repeat(length)],
  ['a sum without end', `+${'a'.repeat(length)}`],
]

test.each(rows)('%s are scanned a few times at most', (_what, text) => {
  const began = performance.now()
  cleanText(text)
  toMultiline(text)
  findFormulaProblem(text)
  expect(performance.now() - began).toBeLessThan(2000)
})

test('spaces at the end of lines and of the text are still removed', () => {
  expect(cleanText('a  b  \n c \n\n  \n')).toBe('a  b\n c')
  expect(toMultiline('a \t b\t \n c ')).toBe('a \t b\n c')
})
