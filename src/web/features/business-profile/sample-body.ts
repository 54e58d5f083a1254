import type { SampleBody } from './calls.ts'
import type { Values } from './profile-values.ts'
import { isColor, tidyColor } from './tidy.ts'

/** How much of each a preview takes; nobody sees more of it on a page. */
const longest = {
  businessName: 200,
  contactName: 200,
  email: 254,
  phone: 50,
  address: 500,
  city: 100,
  state: 100,
  zipCode: 20,
  country: 100,
  website: 2000,
  taxNumber: 50,
} as const

/** What papers of each kind begin with, by the form's fields. */
const beginnings = {
  invoice: { notes: 'invoiceNotes', terms: 'invoiceTerms', days: 'invoiceDueDays' },
  estimate: { notes: 'estimateNotes', terms: 'estimateTerms', days: 'estimateValidDays' },
} as const
const begins = new Set<string>(Object.values(beginnings).flatMap((fields) => Object.values(fields)))
const longestText = 2000

/** Whether this field changes letter by letter. */
export const isTyped = (name: string | undefined): boolean => name !== undefined && (Object.hasOwn(longest, name) || begins.has(name))

/** What a preview of the form asks for. @param shown the colours that stand in while one is half typed */
export const sampleBody = (
  values: Values,
  kind: NonNullable<SampleBody['kind']>,
  shown: Pick<Values, 'pdfPrimaryColor' | 'pdfAccentColor'>,
): SampleBody => {
  const color = (name: 'pdfPrimaryColor' | 'pdfAccentColor') => {
    const typed = tidyColor(values[name])
    return isColor(typed) ? typed.trim() : shown[name]
  }
  const clipped = Object.entries(longest).map(([name, length]) => [
    name,
    values[name as keyof typeof longest].slice(0, length).toWellFormed(),
  ])
  return {
    kind,
    ...(Object.fromEntries(clipped) as Record<keyof typeof longest, string>),
    logoUrl: values.logoUrl,
    pdfTheme: values.pdfTheme,
    pdfPrimaryColor: color('pdfPrimaryColor'),
    pdfAccentColor: color('pdfAccentColor'),
    paperSize: values.paperSize,
    paperLanguage: values.paperLanguage,
    ...beginningsOf(values, kind),
  }
}

const beginningsOf = (values: Values, kind: keyof typeof beginnings) => {
  const { notes, terms, days } = beginnings[kind]
  const text = (name: typeof notes | typeof terms) => values[name].slice(0, longestText).toWellFormed()
  const isDays = /^\d{1,3}$/.test(values[days].trim()) && Number(values[days]) <= 365
  return { notes: text(notes), terms: text(terms), ...(isDays && { days: Number(values[days]) }) }
}
