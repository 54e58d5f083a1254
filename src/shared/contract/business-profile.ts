import { z } from 'zod'
import { paymentMethods } from '#shared/business-defaults.ts'
import { isTimeZone } from '#shared/dates.ts'
import { file, get, limited, notInDemo, post, postFile, put } from '#shared/endpoint.ts'
import { type DocumentDesign, documentDesigns, type PageSize, pageSizes } from '#shared/pdf-document.ts'
import { countLineBreaks, type TextLimit, textLimits } from '#shared/text-limits.ts'
import { historyEvent } from './document-history.ts'
import { businessProfileEndpoints } from './endpoints/business-profile.ts'
import {
  checkVatId,
  contactInput,
  contactReply,
  currency,
  decimal,
  documentLanguage,
  optionalText,
  optionalUrl,
  percent,
  requiredText,
  taxContactInput,
  taxContactReply,
  taxRateInput,
  taxRateReference,
  version,
  wholeNumber,
  withholdingInput,
} from './fields.ts'

const getKeys = <K extends string>(label: Record<K, string>) => Object.keys(label) as [K, ...K[]]
const theme = z.enum<[DocumentDesign, ...DocumentDesign[]]>(getKeys(documentDesigns), 'Choose one of the five themes')
const size = z.enum<[PageSize, ...PageSize[]]>(getKeys(pageSizes), 'Paper size must be letter or a4')

const color = (label: string) =>
  z
    .string(`${label} must be a color, like #1e40af`)
    .trim()
    .regex(/^#[0-9a-f]{6}$/i, `${label} must be a color, like #1e40af`)

const key = (label: string) =>
  z
    .string(`${label} must be text`)
    .trim()
    .max(textLimits.providerKey, `${label} can have at most ${textLimits.providerKey} characters`)
    .regex(/^[\x21-\x7e]*$/, `${label} can't have spaces or special characters in it: copy it again`)
    .nullish()
const secretKeyPattern = /^(sk|rk)_(test|live)_/
const publishableKey = key('Publishable key').refine((text) => !secretKeyPattern.test(text ?? ''), {
  error: 'This is a secret key. The publishable key begins with pk_test_ or pk_live_.',
})
const secretKey = key('Secret key').refine((text) => !/^pk_(test|live)_/.test(text ?? ''), {
  error: 'This is a publishable key. The secret key begins with sk_test_ or sk_live_.',
})

const days = (label: string) => wholeNumber(label, 0, 365).optional()

const contact = {
  contactName: optionalText('Contact name', textLimits.name),
  ...contactInput,
  website: optionalUrl('Website'),
  taxNumber: optionalText('Tax number', textLimits.taxNumber),
  ...taxContactInput,
}

/** In a PUT, omitted fields are unchanged; null or '' clears a field, except the four keys, where blank keeps the stored key. */
const fields = z.strictObject({
  businessName: requiredText('Business name', textLimits.name),
  ...contact,
  /** Can't be changed once a document was issued. */
  currency: currency.optional(),
  logoUrl: optionalText('Logo', textLimits.logoPath),
  pdfTheme: theme.optional(),
  pdfPrimaryColor: color('Primary color').optional(),
  pdfAccentColor: color('Accent color').optional(),
  stripePublishableKey: publishableKey,
  stripeSecretKey: secretKey,
  paypalClientId: key('Client ID'),
  paypalClientSecret: key('Client secret'),
  preferredPaymentMethod: z.enum(paymentMethods, 'Payment method must be stripe, paypal or both').optional(),
  /** Effective only without provider keys. */
  paymentSandbox: z.boolean('The sandbox is on or off: true or false').optional(),
  pageSize: size.optional(),
  documentLanguage: documentLanguage.optional(),
  invoiceDueDays: days('Days until an invoice is due'),
  estimateValidDays: days('Days that an estimate is valid'),
  defaultTaxRate: taxRateInput.optional(),
  defaultTaxRateId: taxRateReference,
  pricesIncludeTax: z.boolean('pricesIncludeTax must be true or false').optional(),
  /** Of new invoices; null or 0 for none. */
  defaultWithholdingPercent: withholdingInput,
  /** Credit of customers is applied when their invoices are issued. */
  appliesCredit: z.boolean('appliesCredit must be true or false').optional(),
  invoiceTerms: optionalText('Invoice terms', textLimits.notes),
  invoiceNotes: optionalText('Invoice notes', textLimits.notes),
  /** Without estimate terms, a new estimate states its validity period. */
  estimateTerms: optionalText('Estimate terms', textLimits.notes),
  estimateNotes: optionalText('Estimate notes', textLimits.notes),
  /** The IANA time zone that determines 'today'; empty: the browser's. */
  timeZone: optionalText('Time zone', textLimits.timeZone).refine(
    (zone) => !zone || isTimeZone(zone),
    'Time zone must be one of the list, like America/New_York',
  ),
})
export const businessProfileInput = fields.superRefine(checkVatId)
export const businessProfileUpdate = fields.extend({ version: version.optional() }).superRefine(checkVatId)
export type BusinessProfileInput = z.output<typeof businessProfileInput>

/** The secret itself is never sent to a client. */
const secret = z.object({ set: z.boolean(), last4: z.string().nullable() })
/** 'connected': both keys are stored and accepted by the provider; 'error': refused, or the provider couldn't be reached yet (see the problem). */
const accountStatus = z.enum(['not_connected', 'connected', 'error'])
const accountMode = z.enum(['live', 'test']).nullable()

export const businessProfile = z.object({
  id: z.int(),
  version,
  businessName: z.string(),
  contactName: z.string().nullable(),
  ...contactReply,
  website: z.string().nullable(),
  taxNumber: z.string().nullable(),
  ...taxContactReply,
  currency,
  /** A document was issued or paid in it. */
  isCurrencyFixed: z.boolean(),
  logoUrl: z.string().nullable(),
  pdfTheme: theme,
  pdfPrimaryColor: z.string(),
  pdfAccentColor: z.string(),
  stripePublishableKey: z.string().nullable(),
  stripeSecretKey: secret,
  stripeAccountStatus: accountStatus,
  stripeMode: accountMode,
  stripeProblem: z.string().nullable(),
  paypalClientId: z.string().nullable(),
  paypalClientSecret: secret,
  paypalAccountStatus: accountStatus,
  paypalMode: accountMode,
  paypalProblem: z.string().nullable(),
  preferredPaymentMethod: z.enum(paymentMethods),
  paymentSandbox: z.boolean(),
  pageSize: size,
  documentLanguage,
  invoiceDueDays: z.int(),
  estimateValidDays: z.int(),
  defaultTaxRate: decimal,
  defaultTaxRateId: z.int().nullable(),
  pricesIncludeTax: z.boolean(),
  defaultWithholdingPercent: percent.nullable(),
  appliesCredit: z.boolean(),
  invoiceTerms: z.string().nullable(),
  invoiceNotes: z.string().nullable(),
  estimateTerms: z.string().nullable(),
  estimateNotes: z.string().nullable(),
  timeZone: z.string().nullable(),
})
export type BusinessProfile = z.output<typeof businessProfile>
export type BusinessProfileWire = z.input<typeof businessProfile>

const previewText = (limit: TextLimit) => {
  const { characters, lineBreaks } = typeof limit === 'number' ? { characters: limit, lineBreaks: 0 } : limit
  const message = `at most ${characters} characters and ${lineBreaks} line breaks`
  return z
    .string()
    .max(characters, message)
    .refine((text) => countLineBreaks(text) <= lineBreaks, message)
    .nullish()
}
export const previewInput = z.strictObject({
  kind: z.enum(['invoice', 'estimate']).default('invoice'),
  businessName: previewText(textLimits.name),
  contactName: previewText(textLimits.name),
  email: previewText(textLimits.email),
  phone: previewText(textLimits.phone),
  address: previewText(textLimits.address),
  city: previewText(textLimits.place),
  state: previewText(textLimits.place),
  zipCode: previewText(textLimits.zipCode),
  country: previewText(textLimits.place),
  website: previewText(textLimits.webAddress),
  taxNumber: previewText(textLimits.taxNumber),
  vatId: previewText(textLimits.taxNumber),
  logoUrl: previewText(textLimits.logoPath),
  pdfTheme: theme,
  pdfPrimaryColor: z.string().max(20),
  pdfAccentColor: z.string().max(20),
  pageSize: size,
  documentLanguage,
  notes: previewText(textLimits.previewNotes),
  terms: previewText(textLimits.previewNotes),
  days: z.int().min(0).max(365).optional(),
})

const withKeysNotInDemo = <E extends object>(endpoint: E) =>
  notInDemo('Payment keys', endpoint, (body: z.output<typeof businessProfileInput>) =>
    Boolean(body.stripePublishableKey || body.stripeSecretKey || body.paypalClientId || body.paypalClientSecret),
  )

export const businessProfileApi = {
  read: get(businessProfileEndpoints.read, businessProfile.nullable()),
  history: get(businessProfileEndpoints.history, z.array(historyEvent)),
  create: withKeysNotInDemo(post(businessProfileEndpoints.create, businessProfileInput, businessProfile, { status: 201 })),
  update: withKeysNotInDemo(put(businessProfileEndpoints.update, businessProfileUpdate, businessProfile)),
  disconnect: post(businessProfileEndpoints.disconnect, z.strictObject({ provider: z.enum(['stripe', 'paypal']) }), businessProfile),
  preview: limited('previews', postFile(businessProfileEndpoints.preview, previewInput)),
  /** Re-encodes the upload. The returned path is to be saved as the profile's `logoUrl`. */
  logo: limited(
    'files',
    put(
      businessProfileEndpoints.logo,
      z.strictObject({
        logoURL: z
          .string('Logo URL is required')
          .min(1, 'Logo URL is required')
          .max(textLimits.uploadAddress, `Logo URL can have at most ${textLimits.uploadAddress} characters`),
      }),
      z.object({ objectPath: z.string() }),
    ),
  ),
  logoFile: file(businessProfileEndpoints.logoFile),
}
