import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Values } from './profile-values.ts'

type Section = {
  id: string
  label: string
  /** None where it saves something else. */
  fields: readonly (keyof Values)[]
  /** What it changes shows on documents. */
  isPrinted?: boolean
}

/** Each is a page of its own; one press saves the changes of all. */
export const sections = [
  {
    id: 'business',
    label: 'Business',
    fields: ['logoUrl', 'businessName', 'contactName', 'email', 'phone', 'website', 'currency'],
    isPrinted: true,
  },
  { id: 'address', label: 'Address', fields: ['address', 'city', 'state', 'zipCode', 'country'], isPrinted: true },
  {
    id: 'design',
    label: 'Design',
    fields: ['pdfTheme', 'pdfPrimaryColor', 'pdfAccentColor', 'pageSize', 'documentLanguage'],
    isPrinted: true,
  },
  {
    id: 'defaults',
    label: 'Defaults',
    fields: [
      'invoiceDueDays',
      'estimateValidDays',
      'invoiceTerms',
      'invoiceNotes',
      'estimateTerms',
      'estimateNotes',
      'timeZone',
      'appliesCredit',
    ],
    isPrinted: true,
  },
  { id: 'numbers', label: 'Numbers', fields: [] },
  {
    id: 'payments',
    label: 'Payments',
    fields: ['stripePublishableKey', 'stripeSecretKey', 'paypalClientId', 'paypalClientSecret', 'stripeOn', 'paypalOn', 'paymentSandbox'],
  },
  {
    id: 'taxes',
    label: 'Taxes',
    fields: ['taxNumber', 'vatId', 'countryCode', 'defaultTaxRate', 'defaultTaxRateId', 'pricesIncludeTax'],
    isPrinted: true,
  },
  { id: 'currencies', label: 'Currencies', fields: [] },
  { id: 'reminders', label: 'Reminders', fields: [] },
  { id: 'statements', label: 'Statements', fields: [] },
] as const satisfies readonly Section[]
export type SectionId = (typeof sections)[number]['id']

export const getFields = (id: SectionId): readonly (keyof Values)[] => sections.find((section) => section.id === id)!.fields

export const isPrinted = (id: SectionId): boolean => 'isPrinted' in sections.find((section) => section.id === id)!

export const findSections = (names: readonly string[]) => sections.filter(({ fields }) => fields.some((field) => names.includes(field)))

/** A section is saved as a whole, because its fields are checked together: the country and the VAT ID, or the two keys of a provider. */
export const getSavedFields = (shown: SectionId, changed: readonly string[]): readonly (keyof Values)[] =>
  sections.filter(({ id, fields }) => id === shown || fields.some((field) => changed.includes(field))).flatMap(({ fields }) => fields)

export const getSectionPath = (id: SectionId): string => (id === 'business' ? '/business-profile' : `/business-profile?section=${id}`)

const isSection = (id: string | null): id is SectionId => sections.some((section) => section.id === id)

/** A link to the payments check opens the payments. */
export const useSection = (): [SectionId, (id: SectionId) => void] => {
  const [params, setParams] = useSearchParams()
  const asked = params.get('section') ?? (location.hash.startsWith('#payments') ? 'payments' : location.hash.slice(1))
  const open = (id: SectionId) => setParams(id === 'business' ? {} : { section: id })
  return [isSection(asked) ? asked : 'business', open]
}

/** Opened sections stay mounted, so that what was typed there is kept. */
export const useVisited = (section: SectionId): ReadonlySet<SectionId> => {
  const [visited, setVisited] = useState<ReadonlySet<SectionId>>(new Set([section]))
  useEffect(() => setVisited((before) => (before.has(section) ? before : new Set([...before, section]))), [section])
  return visited.has(section) ? visited : new Set([...visited, section])
}
