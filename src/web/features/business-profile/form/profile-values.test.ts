import { expect, test } from 'vitest'
import { toSampleBody } from '#web/features/business-profile/preview/use-preview.ts'
import { firstValues, getEnabledMethods, isColor, normalizeColor, normalizeWebsite, noSavedKeys, toBody } from './profile-values.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
const empty = firstValues(ada, 'a4')
const stripeKept = { ...noSavedKeys, stripePublishableKey: 'pk_test_1', stripeSecretKey: { set: true, last4: '4242' } }

test("a new profile starts with the user's name and email and is sent without keys that were left empty", () => {
  const body = toBody({ ...empty, businessName: '  Harbour  ', defaultTaxRate: ' ', stripeSecretKey: '  ' }, noSavedKeys)
  expect(body).toMatchObject({ businessName: 'Harbour', contactName: 'Ada Lovelace', email: 'ada@example.com', pageSize: 'a4' })
  expect(body).toMatchObject({ defaultTaxRate: '0', preferredPaymentMethod: 'stripe', timeZone: '' })
  for (const key of ['stripePublishableKey', 'stripeSecretKey', 'paypalClientId', 'paypalClientSecret', 'stripeOn', 'paypalOn'])
    expect(body).not.toHaveProperty(key)
})

test.each([
  [{ stripeOn: true, paypalOn: false }, 'stripe'],
  [{ stripeOn: false, paypalOn: true }, 'paypal'],
  [{ stripeOn: true, paypalOn: true }, 'both'],
  [{ stripeOn: false, paypalOn: false }, 'stripe'],
] as const)('with both set up %j is saved as %s', (on, preferred) => {
  const values = { ...empty, ...on, paypalClientId: 'id', paypalClientSecret: 'secret' }
  expect(toBody(values, stripeKept).preferredPaymentMethod).toBe(preferred)
})

test('a payment method is on only with both of its keys, typed or saved', () => {
  const values = { ...empty, stripeOn: true, paypalOn: true, paypalClientId: 'id' }
  expect(getEnabledMethods(values, noSavedKeys)).toEqual({ stripe: false, paypal: false })
  expect(getEnabledMethods(values, stripeKept)).toEqual({ stripe: true, paypal: false })
  expect(getEnabledMethods({ ...values, paypalClientSecret: 'secret' }, stripeKept)).toEqual({ stripe: true, paypal: true })
})

test('a color can be typed in several formats', () => {
  expect(normalizeColor('1E40AF')).toBe('#1E40AF')
  expect(normalizeColor(' #abc ')).toBe('#aabbcc')
  expect(normalizeColor('blue')).toBe('blue')
  expect(isColor('#12')).toBe(false)
})

test.each([
  ['example.com', 'https://example.com'],
  [' www.müller.example/shop?a=1 ', 'https://www.müller.example/shop?a=1'],
  ['http://example.com', 'http://example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['me@example.com', 'me@example.com'],
  ['soon', 'soon'],
  ['', ''],
])('the website %j becomes %j', (typed, taken) => {
  expect(normalizeWebsite(typed)).toBe(taken)
})

test('abbreviated values are sent in full', () => {
  const typed = { website: 'example.com', pdfPrimaryColor: '1E40AF', pdfAccentColor: '#abc' }
  expect(toBody({ ...empty, ...typed }, noSavedKeys)).toMatchObject({
    website: 'https://example.com',
    pdfPrimaryColor: '#1E40AF',
    pdfAccentColor: '#aabbcc',
  })
})

test('a preview uses the last valid color, and text up to its limit', () => {
  const shown = { pdfPrimaryColor: '#111111', pdfAccentColor: '#222222' }
  const body = toSampleBody({ ...empty, businessName: 'x'.repeat(300), pdfPrimaryColor: '#12', pdfAccentColor: 'abc' }, 'estimate', shown)
  expect(body).toMatchObject({ kind: 'estimate', pdfPrimaryColor: '#111111', pdfAccentColor: '#aabbcc' })
  expect(body.businessName).toHaveLength(200)
  expect(body).not.toHaveProperty('stripeSecretKey')
})
