import { expect, test } from 'vitest'
import { findTaxProblems, findTaxRateProblems, type TaxCategory, taxCategories, taxCategoryCodes } from './tax-categories.ts'

const rate = (category: TaxCategory | null, percent: string, exemptionReason: string | null = null) => ({
  category,
  exemptionCode: null,
  exemptionReason,
  components: [{ percent, isCompound: false }],
})

test.each([
  [rate(null, '8.875')],
  [rate(null, '0')],
  [rate('S', '19')],
  [rate('Z', '0.00')],
  [rate('L', '0')],
  [rate('M', '4')],
  ...taxCategoryCodes.filter((code) => taxCategories[code].needsReason).map((code) => [rate(code, '0', 'Because')]),
])('the rate %j is well formed', (input) => expect(findTaxRateProblems(input)).toEqual([]))

test.each([
  [rate('S', '0'), 'components.0.percent'],
  [rate('Z', '0.0001'), 'components.0.percent'],
  [rate('AE', '19', 'Reverse charge'), 'components.0.percent'],
  [rate('O', '5', 'Out of scope'), 'components.0.percent'],
  [rate('AE', '0'), 'exemptionReason'],
  [rate('E', '0', ''), 'exemptionReason'],
  [rate('S', '19', 'Why'), 'exemptionReason'],
  [rate(null, '0', 'Why'), 'exemptionReason'],
  [{ ...rate('Z', '0'), exemptionCode: 'VATEX-EU-AE' }, 'exemptionCode'],
  [{ ...rate(null, '5'), components: [{ percent: '5', isCompound: true }] }, 'components.0.isCompound'],
])('the rate %j has a problem at %s', (input, path) => {
  expect(findTaxRateProblems(input).map((problem) => problem.path)).toEqual([path])
})

const seller = { vatId: 'DE136695976' }
const buyer = { vatId: 'ATU13585627', registrationId: null, countryCode: 'AT' }
const complete = { seller, buyer, deliveryDate: '2026-01-31' }
const lines = (...categories: (TaxCategory | null)[]) => ({ lines: categories.map((category) => ({ category })) })
const noBuyer = { vatId: null, registrationId: null, countryCode: null }

test.each([
  ['all but O', { ...complete, ...lines('S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M', null) }],
  ['a rate without category', { ...lines(null), seller: { vatId: null }, buyer: noBuyer, deliveryDate: null }],
  ['O alone, without VAT ids', { ...lines('O', 'O', null), seller: { vatId: null }, buyer: noBuyer, deliveryDate: null }],
  ['AE with a registration id', { ...complete, ...lines('AE'), buyer: { ...noBuyer, registrationId: 'HRB 1' } }],
  ['K without a customer yet', { ...complete, ...lines('K'), buyer: null }],
])('%s is in order', (_, input) => expect(findTaxProblems(input)).toEqual([]))

test.each([
  ['AE', { ...complete, ...lines('S', 'AE', 'AE'), seller: { vatId: null } }, [['lineItems.1.taxRateId', /business profile/]]],
  ['AE', { ...complete, ...lines('AE'), buyer: noBuyer }, [['lineItems.0.taxRateId', /VAT ID or registration number/]]],
  [
    'K',
    { ...lines('K'), seller: { vatId: null }, buyer: noBuyer, deliveryDate: null },
    [
      ['lineItems.0.taxRateId', /your VAT ID/],
      ['lineItems.0.taxRateId', /customer's VAT ID/],
      ['lineItems.0.taxRateId', /country/],
      ['deliveryDate', /delivery date/],
    ],
  ],
  ['G', { ...complete, ...lines('G'), seller: { vatId: null } }, [['lineItems.0.taxRateId', /^Export: add your VAT ID/]]],
  [
    'an archived rate',
    { ...complete, lines: [{ category: null }, { category: 'S' as const, archivedName: 'VAT 16%' }] },
    [['lineItems.1.taxRateId', /VAT 16% is archived/]],
  ],
  [
    'O',
    { ...complete, ...lines('O') },
    [
      ['lineItems.0.taxRateId', /business profile/],
      ['lineItems.0.taxRateId', /customer/],
    ],
  ],
  [
    'O beside S',
    { ...lines('O', 'S'), seller: { vatId: null }, buyer: noBuyer, deliveryDate: null },
    [['lineItems.1.taxRateId', /all lines/]],
  ],
])('%s: what is missing is reported with how to mend it', (_, input, expected) => {
  const problems = findTaxProblems(input)
  expect(problems.map(({ path }) => path)).toEqual(expected.map(([path]) => path))
  problems.forEach(({ message }, i) => void expect(message).toMatch(expected[i]![1]!))
})

test('each problem says on which page it is mended', () => {
  const input = { lines: [{ category: 'K' as const, archivedName: 'Old' }], seller: { vatId: null }, buyer: noBuyer, deliveryDate: null }
  expect(findTaxProblems(input).map(({ mendedAt }) => mendedAt)).toEqual(['rates', 'profile', 'customer', 'customer', undefined])
})
