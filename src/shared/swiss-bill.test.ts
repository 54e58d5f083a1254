import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BankAccount, countBytes } from './bank-accounts.ts'
import { parseAmount } from './money.ts'
import { createSwissBill, createSwissQrText, findSwissBillProblem } from './swiss-bill.ts'

const account: BankAccount = {
  ...{ holder: 'Max Muster & Söhne', iban: 'CH5800791123000889012', bic: null },
  ...{ routingNumber: null, accountNumber: null, bankName: null, currency: null },
}
const seldwyla = { address: 'Musterstrasse 123', city: 'Seldwyla', state: null, zipCode: '8000', country: 'Schweiz' }
const simon = { ...seldwyla, name: 'Simon Muster', address: 'Musterstrasse 1', country: null }
const due = { amount: parseAmount('199.95'), currency: 'CHF', number: '539007547034' } as const
const none = (count: number) => Array.from({ length: count }, () => '')
const textOf = (...asked: Parameters<typeof createSwissBill>) => createSwissQrText(createSwissBill(...asked)!).split('\n')

describe('the code has the lines of the guideline’s samples', () => {
  test('of a creditor reference', () => {
    expect(textOf(account, seldwyla, simon, due)).toEqual([
      ...['SPC', '0200', '1', 'CH5800791123000889012', 'S', 'Max Muster & Söhne', 'Musterstrasse', '123', '8000', 'Seldwyla', 'CH'],
      ...[...none(7), '199.95', 'CHF', 'S', 'Simon Muster', 'Musterstrasse', '1', '8000', 'Seldwyla', 'CH'],
      ...['SCOR', 'RF18539007547034', '539007547034', 'EPD'],
    ])
  })

  test('of a QR reference, which an account with a QR-IBAN has, and of a debtor who is not known', () => {
    const biel = { address: 'Rue du Lac 1268', city: 'Biel', state: null, zipCode: 'CH-2501', country: null, countryCode: 'CH' }
    const creditor = { ...account, holder: 'Robert Schneider AG', iban: 'CH4431999123000889012' }
    const asked = { amount: parseAmount('1949.75'), currency: 'EUR', number: '21000000000313947143000901' } as const
    expect(textOf(creditor, biel, { ...simon, city: '' }, asked)).toEqual([
      ...['SPC', '0200', '1', 'CH4431999123000889012', 'S', 'Robert Schneider AG', 'Rue du Lac', '1268', '2501', 'Biel', 'CH'],
      ...[...none(7), '1949.75', 'EUR', ...none(7), 'QRR', '210000000003139471430009017', '21000000000313947143000901', 'EPD'],
    ])
  })

  test('of a number that makes no reference, which stands in the message', () => {
    const asked = { ...due, number: 'Rechnung 2026/0000000000000004' }
    expect(textOf(account, seldwyla, simon, asked).slice(-4)).toEqual(['NON', '', 'Rechnung 2026/0000000000000004', 'EPD'])
  })
})

test.each([
  ['Bahnhofstrasse 12a', 'Bahnhofstrasse', '12a'],
  ['Via Roma, 7/B', 'Via Roma', '7/B'],
  ['10 rue de Rivoli', '10 rue de Rivoli', ''],
  ['c/o Ada\nMarkt 2\nPostfach', 'Markt', '2'],
  ['Postfach', 'Postfach', ''],
  ['Strasse des 17. Juni 135', 'Strasse des 17. Juni', '135'],
  ['Rue “d’Or” – 4', 'Rue "d\'Or" -', '4'],
  [null, '', ''],
])('%j is the street %j with the number %j', (address, street, houseNumber) => {
  expect(createSwissBill(account, { ...seldwyla, address }, simon, due)!.creditor).toMatchObject({ street, houseNumber })
})

test.each([
  ['an account elsewhere', { ...account, iban: 'DE89370400440532013000' }, due],
  ['another currency', account, { ...due, currency: 'USD' as const }],
  ['nothing due', account, { ...due, amount: parseAmount('0.00') }],
  ['more than a billion', account, { ...due, amount: parseAmount('1000000000.00') }],
  ['a number that makes neither reference nor message', account, { ...due, number: 'Счёт 4' }],
])('there is no code for %s', (_, of, asked) => expect(createSwissBill(of, seldwyla, simon, asked)).toBeNull())

test.each([
  [{ zipCode: null }, 'add the ZIP code of your business'],
  [{ city: ' ' }, 'add the city of your business'],
  [{ country: null }, 'add the country of your business'],
  [{ country: 'Wonderland' }, 'choose the tax country, as “Wonderland” is no known country'],
  [{ city: 'x'.repeat(36) }, 'shorten the city of your business to 35 characters'],
  [{ address: `${'x'.repeat(71)} 4` }, 'shorten the address of your business to 70 characters'],
  [{ holder: 'Ада' }, 'write the account holder without “А”: only Latin letters, digits and usual signs are allowed'],
])('%j: %s', (change, problem) => {
  const changed = { ...account, ...change }
  expect(findSwissBillProblem(changed, { ...seldwyla, ...change })).toBe(problem)
  expect(createSwissBill(changed, { ...seldwyla, ...change }, simon, due)).toBeNull()
  // An account that has no such bills has no problem.
  expect(findSwissBillProblem({ ...changed, currency: 'USD' }, { ...seldwyla, ...change })).toBeUndefined()
})

test('a debtor that the code cannot hold is left to the customer', () => {
  for (const change of [{ name: 'x'.repeat(71) }, { name: 'Ада' }, { zipCode: null }, { country: 'Wonderland' }])
    expect(createSwissBill(account, seldwyla, { ...simon, ...change }, due)!.debtor).toBeNull()
})

test('whatever is typed, the code has 31 lines of allowed characters, and fits', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 90 }), fc.stringMatching(/^[à-ž 0-9\n]{0,80}$/))
  const address = fc.record({ address: text, city: text, state: text, zipCode: text, country: fc.constantFrom('CH', 'Suisse', 'LI', null) })
  fc.assert(
    fc.property(text, address, text, address, text, (holder, business, name, customer, number) => {
      const bill = createSwissBill({ ...account, holder }, business, { ...customer, name }, { ...due, number })
      if (!bill) return
      const code = createSwissQrText(bill)
      expect(code.split('\n')).toHaveLength(31)
      expect(code).toMatch(/^[\n -~\u00a0-\u017fȘ-ț€]+$/)
      expect(countBytes(code)).toBeLessThan(998)
    }),
  )
})
