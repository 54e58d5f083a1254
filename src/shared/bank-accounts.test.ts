import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BankAccount,
  createCreditorReference,
  createEpcText,
  createReference,
  findIbanProblem,
  formatIban,
  getTransferDetails,
  isBic,
  isCreditorReference,
  isQrIban,
  isRoutingNumber,
  normalizeIban,
} from './bank-accounts.ts'
import { parseAmount } from './money.ts'

// Examples of the IBAN registry and of banks' own pages.
test.each([
  'DE89 3704 0044 0532 0130 00',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'CH93 0076 2011 6238 5295 7',
  'NL91 ABNA 0417 1643 00',
  'NO93 8601 1117 947',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
])('%s is an IBAN', (text) => {
  expect(findIbanProblem(normalizeIban(text))).toBeUndefined()
  expect(formatIban(normalizeIban(text.toLowerCase()))).toBe(text)
})

test.each([
  ['DE89 3704 0044 0532 0130 01', 'The check digits 89 of this IBAN don’t fit the rest: compare each group, DE89 3704 0044 0532 0130 01'],
  ['DE89 3704 0044 0532 0130 0', 'An IBAN of DE has 22 characters, and this one has 21: check its groups, DE89 3704 0044 0532 0130 0'],
  ['DE89 37O4_0044', 'IBAN must have letters and digits only: check “37O4”'.replace('37O4', '_004')],
  ['89DE 3704', 'IBAN must begin with a country such as DE or FR: check “89DE”'],
  ['DEXX 3704', 'IBAN must have two digits after DE: check “DEXX”'],
])('%s: %s', (text, problem) => expect(findIbanProblem(normalizeIban(text))).toBe(problem))

/** By whole numbers, unlike the check itself. */
const isByBigInt = (text: string) =>
  BigInt(`${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n === 1n

describe('the creditor reference', () => {
  test('is that of the standard’s example', () => expect(createCreditorReference('539007547034')).toBe('RF18539007547034'))

  test('has check digits that fit, of any number; and a changed digit no longer does', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9/-]{1,18}[0-9]$/), fc.nat(9), (number, digit) => {
        const reference = createCreditorReference(number)!
        expect([isCreditorReference(reference), isByBigInt(reference)]).toEqual([true, true])
        const changed = reference.slice(0, -1) + String(digit)
        expect(isCreditorReference(changed)).toBe(changed === reference)
      }),
    )
  })

  test.each(['', '---', '2026-'.repeat(6), 'Ä-1'])('there is none of %j', (number) => {
    expect(createCreditorReference(number)).toBeNull()
  })
})

test('a QR-IBAN has the bank number of one, and a QR reference of the invoice’s number', () => {
  expect(['CH4431999123000889012', 'LI0330000123000889012', 'CH5800791123000889012', 'CH5832000123000889012'].map(isQrIban)).toEqual([
    ...[true, true, false, false],
  ])
  // The guideline's sample, and its spaces.
  const { text, shown } = createReference('CH4431999123000889012', '21 000000000313947143000901')!
  expect([text, shown]).toEqual(['210000000003139471430009017', '21 00000 00003 13947 14300 09017'])
  expect(createReference('CH4431999123000889012', 'INV-2026-0004')!.shown).toBe('00 00000 00000 18233 12026 00042')
  expect(createReference('CH4431999123000889012', 'Счёт')).toBeNull()
})

test('routing numbers and BICs', () => {
  // The Federal Reserve Bank of Boston, and one with two digits exchanged.
  expect([isRoutingNumber('011000015'), isRoutingNumber('011000051'), isRoutingNumber('11000015')]).toEqual([true, false, false])
  expect(['COBADEFF', 'COBADEFFXXX', 'COBADEF', 'C0BADEFF'].map(isBic)).toEqual([true, true, false, false])
})

const account: BankAccount = {
  ...{ holder: 'Ada Lovelace Großhandel', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  ...{ routingNumber: null, accountNumber: null, bankName: 'Commerzbank', currency: null },
}
const due = { amount: parseAmount('1166.20'), currency: 'EUR', number: 'INV-2026-0004' } as const

test('the code has the lines of the guideline, in their order', () => {
  expect(createEpcText(account, due)!.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', 'COBADEFFXXX', 'Ada Lovelace Großhandel', 'DE89370400440532013000', 'EUR1166.20', ''],
    ...[createCreditorReference('INV20260004'), ''],
  ])
  // A number that is no reference goes as text.
  expect(createEpcText({ ...account, bic: null }, { ...due, number: 'Rechnung 2026/0000000000000004' })!.split('\n')).toEqual([
    ...['BCD', '002', '1', 'SCT', '', 'Ada Lovelace Großhandel', 'DE89370400440532013000', 'EUR1166.20', '', ''],
    'Rechnung 2026/0000000000000004',
  ])
})

test.each([
  ['another currency', account, { ...due, currency: 'USD' as const }],
  ['nothing due', account, { ...due, amount: parseAmount('0.00') }],
  ['an account outside SEPA', { ...account, iban: 'BR1800360305000010009795493C1' }, due],
  ['a QR-IBAN', { ...account, iban: 'CH4431999123000889012' }, due],
  ['an account without IBAN', { ...account, iban: null, accountNumber: '1', routingNumber: '011000015' }, due],
])('there is no code for %s', (_, of, asked) => expect(createEpcText(of, asked)).toBeNull())

test('an invoice names the account of its currency, else the one for all, else none', () => {
  const dollars: BankAccount = { ...account, iban: null, routingNumber: '011000015', accountNumber: '12', currency: 'USD' }
  expect(getTransferDetails([account, dollars], { ...due, currency: 'USD' })).toEqual({
    account: dollars,
    reference: due.number,
    epc: null,
  })
  expect(getTransferDetails([dollars, account], due)).toMatchObject({ account, reference: expect.stringMatching(/^RF\d\d INV2 0260 004$/) })
  expect(getTransferDetails([dollars], due)).toBeNull()
  expect(getTransferDetails([account], { ...due, amount: parseAmount('0.00') })).toBeNull()
})
