import { documentLanguages } from '#shared/document-languages.ts'
import { documentDesigns, pageSizes } from '#shared/pdf-document.ts'
import type { Values } from './profile-values.ts'

const labels = {
  businessName: 'Business Name',
  contactName: 'Contact Name',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  taxNumber: 'Tax Number',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP Code',
  country: 'Country',
  pdfTheme: 'Theme',
  pdfPrimaryColor: 'Primary Color',
  pdfAccentColor: 'Accent Color',
  paperSize: 'Page Size',
  paperLanguage: 'Document Language',
  invoiceDueDays: 'Days Until Due',
  estimateValidDays: 'Days Estimates Are Valid',
  defaultTaxRate: 'Tax Rate (%)',
  timeZone: 'Time Zone',
  invoiceTerms: 'Invoice Terms',
  invoiceNotes: 'Invoice Notes',
  estimateTerms: 'Estimate Terms',
  estimateNotes: 'Estimate Notes',
} as const satisfies Partial<Record<keyof Values, string>>
export type Labelled = keyof typeof labels

/** The label of a field, on the screen and in messages. */
export const getLabel = (field: Labelled): string => labels[field]

const formatters: { [K in keyof Values]?: (value: Values[K]) => string } = {
  pdfTheme: (theme) => documentDesigns[theme],
  paperSize: (size) => pageSizes[size],
  paperLanguage: (language) => documentLanguages[language],
}

/** A form field by field, to compare two versions. Keys are never shown. */
export const getFieldText = (values: Values): [label: string, text: string][] => [
  ['Logo', values.logoUrl ? `Image ${values.logoUrl.slice(-6)}` : ''],
  ...(Object.keys(labels) as Labelled[]).map((name): [string, string] => [
    labels[name],
    (formatters[name] as ((value: string) => string) | undefined)?.(values[name]) ?? values[name],
  ]),
  ['Stripe', values.stripeOn ? 'On' : 'Off'],
  ['PayPal', values.paypalOn ? 'On' : 'Off'],
  ['Sandbox payments', values.paymentSandbox ? 'On' : 'Off'],
]

/** Asked before leaving the page with unsaved changes. */
export const unsavedQuestion = 'Leave this page? Your changes to the business profile are not saved.'
