import { expect, test } from 'vitest'
import { foldWords, separateWords, toToken } from './fold.ts'

test.each([
  ['  Élodie\tØSTERGÅRD \n', 'elodie ostergard'],
  ['Straße ŁÓDŹ İstanbul ılık', 'strasse lodz istanbul ilik'],
  ['ΟΔΟΣ ὈΔΌΣ', 'οδοσ οδοσ'],
  ['ＡＢＣ ﬁne №5', 'abc fine no5'],
  ['Ünïcode — “quoted” o’neil', 'unicode - "quoted" o\'neil'],
  ['Þór ÞÓR æ', 'thor thor ae'],
])('%j is folded to %j', (text, folded) => {
  expect(foldWords(text)).toBe(folded)
})

test('words are separated at punctuation, and a token stands for a whole text', () => {
  expect(separateWords('inv-0042/a.b@c [d]')).toBe('inv 0042 a b c  d ')
  expect(toToken('inv-0042')).toMatch(/^þ[0-9a-f]{8}$/)
})
