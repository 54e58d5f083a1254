import fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsSignIn } from '#shared/paths.ts'
import { parseDeepLink } from './deep-link.ts'

const origin = 'https://billfold.example.com'

test.each([
  ['billfold://invoices/5', '/invoices/5'],
  ['billfold:///invoices/5', '/invoices/5'],
  ['BILLFOLD://invoices/5', '/invoices/5'],
  ['billfold://estimates/12?search=a%20b#x', '/estimates/12?search=a%20b'],
  ['billfold://dashboard', '/dashboard'],
  ['billfold://', '/'],
  ['https://billfold.example.com/', '/'],
  ['https://billfold.example.com/invoices/5', '/invoices/5'],
  ['https://BILLFOLD.example.com:443/customers/7/', '/customers/7/'],
  ['billfold://invoices/../account', '/account'],
])('%s leads to %s', (link, place) => {
  expect(parseDeepLink(link, origin)).toBe(place)
})

test.each([
  'billfold://signed-in?code=abc',
  'billfold://pay-invoice/abc',
  'billfold://api/logout',
  'billfold://invoices/5/../../api/logout',
  'billfold:////evil.example.com/invoices/5',
  'billfold://invoices/0x5',
  'billfold://@evil.example.com/invoices',
  'billfold:invoices/5',
  'https://billfold.example.com/review-estimate/abc',
  'https://billfold.example.com@evil.example.com/invoices/5',
  'https://someone@billfold.example.com/invoices/5',
  'https://billfold.example.com.evil.example.com/invoices/5',
  'https://billfold.example.com:8443/invoices/5',
  'http://billfold.example.com/invoices/5',
  'javascript:alert(1)//invoices/5',
  'intent://invoices/5#Intent;scheme=billfold;end',
  'https://',
  'invoices/5',
  '',
])('%s leads nowhere', (link) => {
  expect(parseDeepLink(link, origin)).toBeUndefined()
})

test('any input leads to a page of this app or nowhere', () => {
  const start = fc.constantFrom('billfold:', 'billfold://', 'billfold:///', `${origin}/`, 'https://', '')
  const piece = fc.oneof(
    fc.constantFrom('/', '..', '//', '\\', '@', ':', '%2f', '%2e', '?', '#', 'invoices', '5', 'evil.example.com', '\n'),
    fc.string(),
  )
  fc.assert(
    fc.property(start, fc.array(piece, { maxLength: 8 }), (first, rest) => {
      const place = parseDeepLink(first + rest.join(''), origin)
      if (place === undefined) return
      const { origin: there, pathname } = new URL(place, origin)
      expect(there).toBe(origin)
      expect(pathname === '/' || needsSignIn(pathname)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
