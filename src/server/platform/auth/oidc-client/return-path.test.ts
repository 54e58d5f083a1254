import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReturnPath } from './login-routes.ts'

test('paths of this site stay as they are', () => {
  for (const path of ['/', '/invoices', '/invoices?status=paid&from=2026-01-01#list', '/a//b', '/?next=//evil.example'])
    expect(parseReturnPath(path)).toBe(path)
})

test('anything else is dropped', () => {
  for (const text of [
    undefined,
    null,
    7,
    ['/a'],
    '',
    'invoices',
    '//evil',
    '///evil',
    '/\\evil',
    '\\\\evil',
    '/\n/evil',
    '/\u0000',
    '/.//evil',
    '/..//evil',
    'https://evil',
    'javascript:alert(1)',
    ' /invoices',
    '/api/login',
    '/api/logout?x',
    '/oidc/auth',
    '/sign-in/abc',
    `/${'x'.repeat(2000)}`,
  ])
    expect(parseReturnPath(text), String(text)).toBeNull()
})

test('every result keeps the browser on this site', () => {
  const text = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', '?', '#', 'a', '\t', '\r', '%', '2', 'f', ' ') }).map((tail) => `/${tail}`),
  )
  fc.assert(
    fc.property(text, (input) => {
      const path = parseReturnPath(input)
      if (path !== null) expect(new URL(path, 'https://billfold.example/api/login').origin).toBe('https://billfold.example')
    }),
    { numRuns: 3000 },
  )
})
