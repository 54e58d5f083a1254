import { getCountryName } from '#shared/countries.ts'
import { getCurrencyName } from '#shared/currencies.ts'
import { documentLanguages } from '#shared/document-languages.ts'
import { documentDesigns, pageSizes } from '#shared/pdf-document.ts'
import { profileLabels } from '#shared/profile-labels.ts'
import { getTaxRateName } from '#web/lib/api/tax-rates.ts'
import type { Values } from './profile-values.ts'

export type Labelled = keyof typeof profileLabels

export const getLabel = (field: Labelled): string => profileLabels[field]

const formatters: { [K in keyof Values]?: (value: Values[K]) => string } = {
  pdfTheme: (theme) => documentDesigns[theme],
  pageSize: (size) => pageSizes[size],
  documentLanguage: (language) => documentLanguages[language],
  currency: getCurrencyName,
  countryCode: (code) => (code ? getCountryName(code) : ''),
  defaultTaxRateId: getTaxRateName,
  pricesIncludeTax: (isIncluded) => (isIncluded ? 'Yes' : 'No'),
  appliesCredit: (isOn) => (isOn ? 'Yes' : 'No'),
}

/** To compare two versions. Keys are never shown. */
export const getFieldText = (values: Values): [label: string, text: string][] => [
  ['Logo', values.logoUrl ? `Image ${values.logoUrl.slice(-6)}` : ''],
  ...(Object.keys(profileLabels) as Labelled[]).map((name): [string, string] => [
    profileLabels[name],
    (formatters[name] as ((value: unknown) => string) | undefined)?.(values[name]) ?? String(values[name]),
  ]),
  ['Stripe', values.stripeOn ? 'On' : 'Off'],
  ['PayPal', values.paypalOn ? 'On' : 'Off'],
  ['Sandbox payments', values.paymentSandbox ? 'On' : 'Off'],
]

export const unsavedQuestion = 'Leave this page? Your changes to the business profile are not saved.'
