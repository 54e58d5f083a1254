import { type BusinessSection, businessSettings } from '#web/kit/settings-sections.ts'
import type { Values } from './profile-values.ts'

type Section = {
  /** None where it saves something else. */
  fields: readonly (keyof Values)[]
  /** What it changes shows on documents. */
  isPrinted?: boolean
}

const fieldsOf: Record<SectionId, Section> = {
  business: { fields: ['logoUrl', 'businessName', 'contactName', 'email', 'phone', 'website', 'currency'], isPrinted: true },
  address: { fields: ['address', 'city', 'state', 'zipCode', 'country'], isPrinted: true },
  design: { fields: ['pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor', 'pageSize', 'documentLanguage'], isPrinted: true },
  defaults: {
    fields: [
      ...(['invoiceDueDays', 'estimateValidDays', 'invoiceTerms', 'invoiceNotes', 'estimateTerms', 'estimateNotes'] as const),
      ...(['timeZone', 'appliesCredit'] as const),
    ],
    isPrinted: true,
  },
  numbers: { fields: [] },
  payments: {
    fields: ['stripePublishableKey', 'stripeSecretKey', 'paypalClientId', 'paypalClientSecret', 'stripeOn', 'paypalOn', 'paymentSandbox'],
  },
  taxes: {
    fields: ['taxNumber', 'vatId', 'countryCode', 'defaultTaxRate', 'defaultTaxRateId', 'pricesIncludeTax', 'defaultWithholdingPercent'],
    isPrinted: true,
  },
  currencies: { fields: [] },
  reminders: { fields: [] },
  statements: { fields: [] },
}

/** Each is a page of its own; one press saves the changes of all. */
const sections = businessSettings.sections.map((section) => ({ ...section, ...fieldsOf[section.id] }))
export type SectionId = BusinessSection

export const getFields = (id: SectionId): readonly (keyof Values)[] => fieldsOf[id].fields

export const isPrinted = (id: SectionId): boolean => fieldsOf[id].isPrinted === true

export const findSections = (names: readonly string[]) => sections.filter(({ fields }) => fields.some((field) => names.includes(field)))

/** A section is saved as a whole, because its fields are checked together: the country and the VAT ID, or the two keys of a provider. */
export const getSavedFields = (shown: SectionId, changed: readonly string[]): readonly (keyof Values)[] =>
  sections.filter(({ id, fields }) => id === shown || fields.some((field) => changed.includes(field))).flatMap(({ fields }) => fields)
