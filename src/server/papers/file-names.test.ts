import { expect, test } from 'vitest'
import { fileNames } from './file-names.ts'

test.each([
  ['../../etc/passwd', '_.._etc_passwd.pdf'],
  ['..', 'invoice.pdf'],
  [' . ', 'invoice.pdf'],
  ['C:\\x', 'C__x.pdf'],
  ['CON', '_CON.pdf'],
  ['com1.2026', '_com1.2026.pdf'],
  ['INV-1\u202egpj', 'INV-1_gpj.pdf'],
  ['Rechnung 7/ä', 'Rechnung 7_ä.pdf'],
  ['a\u0000\nb', 'a__b.pdf'],
])('%j becomes %j', (text, name) => {
  expect(fileNames([text], '.pdf')).toEqual([name])
})

test('no two are alike, also where case and accents’ spelling make no difference, or a name looks like one that was made', () => {
  expect(fileNames(['A', 'a', 'A (2)', 'a', '\u00e4', 'a\u0308'], '.pdf')).toEqual([
    'A.pdf',
    'a (2).pdf',
    'A (2) (2).pdf',
    'a (3).pdf',
    '\u00e4.pdf',
    'a\u0308 (2).pdf',
  ])
})
