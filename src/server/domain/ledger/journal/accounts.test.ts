import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumbers } from '#shared/accounts.ts'
import { getAccountPath, toAccountName } from './accounts.ts'

// The characters of the first planes, with control characters, direction marks and lone surrogates.
const name = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.nat({ max: 0x7f })), { maxLength: 20 })
  .map((codes) => String.fromCharCode(...codes))

test('any name is one line without the characters that have a meaning in hledger; a customer’s account does not depend on the name', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(toAccountName(text)).toMatch(/^([^\s:;|]+( [^\s:;|]+)*)?$/u)
    }),
  )
  expect(toAccountName(' Semi; Colon:\n\tLtd\u00a0\u3000(UK) \u202Eevil | x ')).toBe('Semi, Colon- Ltd (UK) evil / x')
  expect(getAccountPath(accountNumbers.receivable, 7)).toBe('Assets:Accounts Receivable:C7')
  expect(getAccountPath(accountNumbers.bank, 7)).toBe('Assets:Bank')
})
