import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeFileName } from './file-name.ts'

test.each([
  ['../../../evil.sh', '-..-..-evil.sh'],
  ['..', 'attachment'],
  [' . ', 'attachment'],
  ['CON', '_CON'],
  ['com1.2026', '_com1.2026'],
  ['console.txt', 'console.txt'],
  ['bill\u202efdp.exe', 'billfdp.exe'],
])('%j becomes %j', (text, name) => expect(safeFileName(text)).toBe(name))

test('it holds no path, whatever comes in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const name = safeFileName(text)
      return name.length > 0 && !name.startsWith('.') && !/[/\\\p{Cc}]/u.test(name) && Buffer.byteLength(name) < 255
    }),
    { numRuns: 2000 },
  )
})
