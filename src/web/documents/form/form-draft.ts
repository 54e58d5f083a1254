import { addDays, type Day, isDay, today } from '#shared/dates.ts'
import { type DocumentDraft, emptyLine } from '#web/documents/lines/draft-totals.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

/** The form of a paper as it is being typed. */
export type FormDraft = DocumentDraft & {
  customerId: string
  number: string
  issueDate: string
  /** The due date, or the expiry date. */
  endDate: string
  /** Where the form asks for it. */
  status: string
  notes: string
  terms: string
}

/** What the business decided for new papers. */
export type DocumentDefaults = Pick<FormDraft, 'notes' | 'terms'> & {
  /** As it travels, e.g. '8.25'. */
  taxRate: string
  /** From issue to end date, until somebody types another end date. */
  daysToEnd: number
}

/** A new form, dated today where the user is. */
export const newDraft = (
  { daysToEnd, taxRate, notes, terms }: DocumentDefaults,
  number: string,
  now = new Date(),
  timeZone = getTimeZone(),
): FormDraft => {
  const issueDate = today(now, timeZone)
  return {
    customerId: '',
    number,
    issueDate,
    endDate: daysAfter(issueDate, daysToEnd),
    status: 'draft',
    taxRate: typed(taxRate),
    taxAmount: '0.00',
    notes,
    terms,
    lineItems: [emptyLine],
  }
}

/** "1.50" -> "1.5", "30.00" -> "30": as a person would type it. */
const typed = (decimal: string) => decimal.replace(/\.?0+$/, '')

/** What the records of all kinds of papers have, as they travel. */
export type SavedDocument = {
  id: number
  version: number
  customerId: number
  status: string
  issueDate: string
  taxRate: string
  taxAmount: string
  notes: string | null
  terms: string | null
  customer: { name: string }
  lineItems: readonly { id: number; itemId: number | null; description: string; quantity: string; unitPrice: string }[]
}

/** A saved paper as the form shows it. */
export const toDraft = (doc: SavedDocument, { number, endDate }: Pick<FormDraft, 'number' | 'endDate'>): FormDraft => ({
  customerId: String(doc.customerId),
  number,
  issueDate: doc.issueDate,
  endDate,
  status: doc.status,
  taxRate: typed(doc.taxRate) || '0',
  taxAmount: doc.taxAmount,
  notes: doc.notes ?? '',
  terms: doc.terms ?? '',
  lineItems: doc.lineItems.map(({ id, itemId, description, quantity, unitPrice }) => ({
    id,
    itemId,
    description,
    quantity: typed(quantity),
    unitPrice,
  })),
})

type Dates = Pick<FormDraft, 'issueDate' | 'endDate'>
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
/** How many days lie between a form's two dates, which must be days. */
export const daysBetween = ({ issueDate, endDate }: Dates): number => dayNumber(endDate) - dayNumber(issueDate)

/** `days` later, or the same day where there is no such day. */
export const daysAfter = (issueDate: Day, days: number): Day => {
  try {
    return addDays(issueDate, days)
  } catch {
    return issueDate
  }
}

/** A new form that repeats a paper: all but number, dates and status. */
export const copyDraft = (original: FormDraft, fresh: FormDraft): FormDraft => ({
  ...original,
  number: fresh.number,
  issueDate: fresh.issueDate,
  endDate: isDay(fresh.issueDate) ? daysAfter(fresh.issueDate, daysBetween(original)) : fresh.endDate,
  status: fresh.status,
  lineItems: original.lineItems.map((line) => ({ ...line, id: null })),
})

/** The days between the two dates when both are days and in order, and undefined otherwise. */
const validity = (dates: Dates): number | undefined => {
  if (!isDay(dates.issueDate) || !isDay(dates.endDate)) return undefined
  const days = daysBetween(dates)
  return days >= 0 ? days : undefined
}

/**
 * The terms after the dates moved.
 * @param before the dates that the terms went by
 */
export const adjustTerms = (
  movedTerms: (terms: string, was: number, is: number) => string,
  terms: string,
  before: Dates,
  after: Dates,
): string => {
  const [was, is] = [validity(before), validity(after)]
  return was !== undefined && is !== undefined ? movedTerms(terms, was, is) : terms
}

/** Whether terms can go by these dates: both are days, and in order. */
export const areDatesInOrder = (dates: Dates): boolean => validity(dates) !== undefined
