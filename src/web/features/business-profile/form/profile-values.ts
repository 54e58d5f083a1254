import { businessDefaults, toPreferredMethod } from '#shared/business-defaults.ts'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import type { Currency } from '#shared/currencies.ts'
import type { DocumentLanguage } from '#shared/document-languages.ts'
import type { DocumentDesign, PageSize } from '#shared/pdf-document.ts'
import type { UserName } from '#shared/user-names.ts'
import type { ProfileBody } from './api.ts'

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim())

/** Turns '1e40af', '#1E4' and ' #1e40af ' into a color as it is saved; other text is unchanged. */
export const normalizeColor = (text: string): string => {
  const digits = text.trim().replace(/^#/, '')
  if (/^[0-9a-f]{3}$/i.test(digits)) return `#${[...digits].map((digit) => digit + digit).join('')}`
  return /^[0-9a-f]{6}$/i.test(digits) ? `#${digits}` : text
}

/** Adds `https://` to 'example.com/shop'; text that doesn't look like a web address is unchanged. */
export const normalizeWebsite = (text: string): string =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([:/?#]\S*)?$/u.test(text.trim()) ? `https://${text.trim()}` : text

const details = [
  'businessName',
  'contactName',
  'email',
  'phone',
  'website',
  'taxNumber',
  'vatId',
  'countryCode',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
] as const
const texts = [
  ...details,
  'defaultWithholdingPercent',
  'invoiceTerms',
  'invoiceNotes',
  'estimateTerms',
  'estimateNotes',
  'timeZone',
] as const
export const keyFields = ['stripePublishableKey', 'stripeSecretKey', 'paypalClientId', 'paypalClientSecret'] as const
export type KeyField = (typeof keyFields)[number]
export type TextField =
  | (typeof texts)[number]
  | KeyField
  | 'pdfPrimaryColor'
  | 'pdfAccentColor'
  | DayField
  | 'defaultTaxRate'
  | 'defaultTaxRateId'
type DayField = 'invoiceDueDays' | 'estimateValidDays'

/** As typed. */
export type Values = Record<TextField, string> & {
  logoUrl: string | null
  pdfTheme: DocumentDesign
  currency: Currency
  pageSize: PageSize
  documentLanguage: DocumentLanguage
  /** Effective once both of its keys are there. */
  stripeOn: boolean
  paypalOn: boolean
  /** Used while there are no keys. */
  paymentSandbox: boolean
  pricesIncludeTax: boolean
  appliesCredit: boolean
}

export type SavedKeys = Pick<BusinessProfileWire, KeyField>
export const noSavedKeys: SavedKeys = {
  stripePublishableKey: null,
  stripeSecretKey: { set: false, last4: null },
  paypalClientId: null,
  paypalClientSecret: { set: false, last4: null },
}

/** A stored key as far as it may be shown: its last four characters. */
export const getSavedKey = (savedKeys: SavedKeys, field: KeyField): { set: boolean; last4: string | null } => {
  const key = savedKeys[field]
  return key === null ? { set: false, last4: null } : typeof key === 'string' ? { set: true, last4: key.slice(-4) } : key
}

/** One key is enough to end the sandbox. */
export const hasSavedKeys = (savedKeys: SavedKeys): boolean => keyFields.some((field) => getSavedKey(savedKeys, field).set)

/** Both keys are there, typed or stored. */
export const getConfiguredMethods = (typed: Record<KeyField, string>, savedKeys: SavedKeys) => {
  const has = (field: KeyField) => typed[field].trim() !== '' || getSavedKey(savedKeys, field).set
  return {
    stripe: has('stripePublishableKey') && has('stripeSecretKey'),
    paypal: has('paypalClientId') && has('paypalClientSecret'),
  }
}
export const getEnabledMethods = (values: Record<KeyField, string> & Pick<Values, 'stripeOn' | 'paypalOn'>, savedKeys: SavedKeys) => {
  const { stripe, paypal } = getConfiguredMethods(values, savedKeys)
  return { stripe: stripe && values.stripeOn, paypal: paypal && values.paypalOn }
}

const noKeys = Object.fromEntries(keyFields.map((field) => [field, ''])) as Record<KeyField, string>
/** '8.25', '8.50' and '0.00' without trailing zeros. */
const plain = (rate: string) => String(Number(rate))

/** Copied as they are. */
const choices = [
  'logoUrl',
  'pdfTheme',
  'pdfPrimaryColor',
  'pdfAccentColor',
  'currency',
  'pageSize',
  'documentLanguage',
  'pricesIncludeTax',
  'appliesCredit',
  'paymentSandbox',
] as const
type Choice = (typeof choices)[number]
type Stored = Pick<BusinessProfileWire, Choice | DayField | 'defaultTaxRate' | 'defaultTaxRateId' | 'preferredPaymentMethod'> & {
  readonly [Name in (typeof texts)[number]]?: string | null
}

export const toValues = (profile: Stored): Values => ({
  ...(Object.fromEntries(texts.map((name) => [name, profile[name] ?? ''])) as Record<TextField, string>),
  ...noKeys,
  ...(Object.fromEntries(choices.map((name) => [name, profile[name]])) as Pick<Values, Choice>),
  invoiceDueDays: String(profile.invoiceDueDays),
  estimateValidDays: String(profile.estimateValidDays),
  defaultTaxRate: plain(profile.defaultTaxRate),
  defaultTaxRateId: String(profile.defaultTaxRateId ?? ''),
  // Without keys no method is on, whatever is preferred; see `getEnabledMethods`.
  stripeOn: profile.preferredPaymentMethod !== 'paypal',
  paypalOn: profile.preferredPaymentMethod !== 'stripe',
})

/** @param pageSize the usual one in the user's region */
export const firstValues = (user: UserName | undefined, pageSize: PageSize): Values =>
  toValues({
    ...businessDefaults,
    defaultTaxRate: String(businessDefaults.defaultTaxRate),
    defaultTaxRateId: null,
    contactName: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    email: user?.email ?? '',
    logoUrl: null,
    pageSize,
    pricesIncludeTax: false,
    appliesCredit: false,
    preferredPaymentMethod: 'stripe',
    paymentSandbox: true,
  })

/** Empty keys are omitted, so that the stored ones stay. */
export const toBody = (values: Values, savedKeys: SavedKeys): ProfileBody => {
  const { stripeOn: _, paypalOn: __, paymentSandbox, ...rest } = values
  const trimmed = Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
  const isBlankKey = (name: string, value: unknown) => value === '' && (keyFields as readonly string[]).includes(name)
  return {
    ...(Object.fromEntries(trimmed.filter(([name, value]) => !isBlankKey(name, value))) as Omit<
      Values,
      'stripeOn' | 'paypalOn' | 'paymentSandbox'
    >),
    // Submitting with Enter fires no blur that would have normalized these.
    website: normalizeWebsite(rest.website).trim(),
    pdfPrimaryColor: normalizeColor(rest.pdfPrimaryColor).trim(),
    pdfAccentColor: normalizeColor(rest.pdfAccentColor).trim(),
    defaultTaxRate: rest.defaultTaxRate.trim() || '0',
    // The sandbox setting has no effect when there are keys.
    ...(hasSavedKeys(savedKeys) || keyFields.some((field) => rest[field].trim() !== '') ? {} : { paymentSandbox }),
    preferredPaymentMethod: toPreferredMethod(getEnabledMethods(values, savedKeys)),
  }
}

/** A profile always has a name: `businessName` stands for it where it isn't a field. */
export const toPartialBody = (values: Values, savedKeys: SavedKeys, fields: readonly string[], businessName: string): ProfileBody => {
  const isSent = (name: string) => fields.includes(name === 'preferredPaymentMethod' ? 'stripeOn' : name)
  return { businessName, ...Object.fromEntries(Object.entries(toBody(values, savedKeys)).filter(([name]) => isSent(name))) }
}

export const getChanges = (base: Values, values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => base[name as keyof Values] !== value))
