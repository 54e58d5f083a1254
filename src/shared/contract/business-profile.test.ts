import { expect, test } from 'vitest'
import { businessProfileInput } from './business-profile.ts'

const valid = {
  businessName: 'Harbour & Pine',
  email: 'ada@example.com',
  website: 'https://harbourpine.example',
  pdfPrimaryColor: '#1e40af',
  pdfAccentColor: '#10B981',
  stripePublishableKey: 'pk_test_123',
  stripeSecretKey: 'sk_test_123',
  paypalClientId: 'AbC-1_2',
  invoiceDueDays: 0,
  estimateValidDays: 365,
  defaultTaxRate: '100',
}

test('a profile with all of this is valid', () => expect(businessProfileInput.safeParse(valid).success).toBe(true))

test.each([
  ['businessName', ' ', 'Business name is required'],
  ['email', 'nobody', 'Enter a valid email, like name@example.com'],
  ['website', 'javascript:alert(1)', 'Website must be a web address that begins with http:// or https://'],
  ['pdfPrimaryColor', '#12', 'Primary color must be a color, like #1e40af'],
  ['pdfAccentColor', 'blue', 'Accent color must be a color, like #1e40af'],
  ['invoiceDueDays', 366, 'Days until an invoice is due must be a whole number from 0 to 365'],
  ['estimateValidDays', 1.5, 'Days that an estimate is valid must be a whole number from 0 to 365'],
  ['defaultTaxRate', '101', 'Tax rate must be from 0 to 100'],
  ['stripePublishableKey', 'sk_test_123', 'This is a secret key. The publishable key begins with pk_test_ or pk_live_.'],
  ['stripeSecretKey', 'pk_test_123', 'This is a publishable key. The secret key begins with sk_test_ or sk_live_.'],
  ['paypalClientId', 'two words', "Client ID can't have spaces or special characters in it: copy it again"],
])('%s %j is refused at its field', (field, value, message) => {
  const { error } = businessProfileInput.safeParse({ ...valid, [field]: value })
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]])
})
