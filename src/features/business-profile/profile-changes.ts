import type { GivenKeys } from '#server/domain/payments/keys/validate.ts'
import { clipChange } from '#server/platform/records/clip-change.ts'
import type { BusinessProfile } from '#shared/contract/business-profile.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import { getCurrencyName } from '#shared/currencies.ts'
import { documentLanguages } from '#shared/document-languages.ts'
import { documentDesigns, pageSizes } from '#shared/pdf-document.ts'
import { profileLabels } from '#shared/profile-labels.ts'
import { formatRate } from '#shared/rates.ts'

type Field = keyof typeof profileLabels

const formatters: { [F in Field]?: (value: BusinessProfile[F]) => string } = {
  pdfTheme: (theme) => documentDesigns[theme],
  pageSize: (size) => pageSizes[size],
  documentLanguage: (language) => documentLanguages[language],
  currency: getCurrencyName,
  defaultTaxRate: formatRate,
  pricesIncludeTax: (isIncluded) => (isIncluded ? 'Yes' : 'No'),
  defaultWithholdingPercent: (percent) => `${percent}%`,
  appliesCredit: (isOn) => (isOn ? 'Yes' : 'No'),
}
const methodLabels = { stripe: 'Stripe', paypal: 'PayPal', both: 'Stripe and PayPal' }

type NameRate = (id: number) => string | null

const getTexts = (profile: BusinessProfile, nameRate: NameRate): [field: string, text: string | null][] => [
  ['Logo', profile.logoUrl && `Image ${profile.logoUrl.slice(-6)}`],
  ...(Object.keys(profileLabels) as Field[]).map((field): [string, string | null] => {
    const value = profile[field]
    const format = (field === 'defaultTaxRateId' ? nameRate : formatters[field]) as ((value: unknown) => string | null) | undefined
    return [profileLabels[field], value === null ? null : format ? format(value) : String(value)]
  }),
  ['Payment method', methodLabels[profile.preferredPaymentMethod]],
  ['Sandbox payments', profile.paymentSandbox ? 'On' : 'Off'],
  ['Stripe publishable key', profile.stripePublishableKey],
  ['PayPal client ID', profile.paypalClientId],
]

const listSecretChange = (field: string, wasSet: boolean, isSet: boolean, isSubmitted: boolean): FieldChange[] => {
  const after = isSubmitted ? 'changed' : wasSet && !isSet ? 'removed' : null
  return after ? [{ field, before: null, after }] : []
}

export const listProfileChanges = (
  before: BusinessProfile,
  after: BusinessProfile,
  { submitted, nameRate }: { submitted: GivenKeys; nameRate: NameRate },
): FieldChange[] => {
  const texts = new Map(getTexts(before, nameRate))
  return [
    ...getTexts(after, nameRate).flatMap(([field, is]): FieldChange[] => {
      const was = texts.get(field) ?? null
      return was === is ? [] : [{ field, ...clipChange(was, is) }]
    }),
    ...listSecretChange('Stripe secret key', before.stripeSecretKey.set, after.stripeSecretKey.set, Boolean(submitted.stripeSecretKey)),
    ...listSecretChange(
      'PayPal client secret',
      before.paypalClientSecret.set,
      after.paypalClientSecret.set,
      Boolean(submitted.paypalClientSecret),
    ),
  ]
}
