import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentFileName, toDistinctFileNames, toSafeFileName } from './file-names.ts'

test.each([
  ['INV-2026-0001', 'Invoice-INV-2026-0001.pdf'],
  ['../../etc/passwd', 'Invoice-..-..-etc-passwd.pdf'],
  ['7:8|9', 'Invoice-7-8-9.pdf'],
  ['C:\\x', 'Invoice-C-x.pdf'],
  ['INV-1\u202egpj', 'Invoice-INV-1gpj.pdf'],
  ['فاتورة ١٢', 'Invoice-فاتورة ١٢.pdf'],
  ['\u200f12\u200e', 'Invoice-12.pdf'],
  ['Rechnung 7/ä', 'Invoice-Rechnung 7-ä.pdf'],
  ['a\u0000\nb', 'Invoice-a b.pdf'],
  ['請'.repeat(50), `Invoice-${'請'.repeat(50)}.pdf`],
])('the file name of the invoice %j is %j', (number, name) => {
  expect(documentFileName('Invoice', number)).toBe(name)
})

test('the file name of an estimate starts with its type', () =>
  expect(documentFileName('Estimate', 'EST-2026-0007')).toBe('Estimate-EST-2026-0007.pdf'))

test('names are distinct, also on file systems that ignore case and Unicode normalization, and next to names that already have a suffix', () => {
  expect(toDistinctFileNames(['A.pdf', 'a.pdf', 'A (2).pdf', 'a.pdf', '\u00e4.pdf', 'a\u0308.pdf'])).toEqual([
    'A.pdf',
    'a (2).pdf',
    'A (2) (2).pdf',
    'a (3).pdf',
    '\u00e4.pdf',
    'a\u0308 (2).pdf',
  ])
})

test.each([
  ['../../../evil.sh', '-..-..-evil.sh'],
  ['..', 'attachment'],
  [' . ', 'attachment'],
  ['CON', '_CON'],
  ['com1.2026', '_com1.2026'],
  ['console.txt', 'console.txt'],
  ['bill\u202efdp.exe', 'billfdp.exe'],
])('%j becomes the file name %j', (text, name) => expect(toSafeFileName(text)).toBe(name))

test('a file name contains no path and fits into a file system, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = toSafeFileName(text)
      return (
        name.length > 0 && !name.startsWith('.') && !/[/\\\p{Cc}]/u.test(name) && encodeURIComponent(name).replace(/%../g, 'x').length < 255
      )
    }),
    { numRuns: 2000 },
  )
})
