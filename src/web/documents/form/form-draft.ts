import type { z } from 'zod'
import type { documentReply } from '#shared/contract/document-api.ts'
import type { lineItem } from '#shared/contract/documents.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, isDay, today } from '#shared/dates.ts'
import { type DocumentReferences, mapReferences } from '#shared/document-references.ts'
import { type DocumentDraft, emptyLine, formatDiscount, listDeductions } from '#shared/draft-totals.ts'
import { type DueTerms, findDueDate } from '#shared/due-terms.ts'
import { type EarlyDiscount, noEarlyDiscount, proposeEarlyDiscount } from '#shared/early-discounts.ts'
import { listDueDates } from '#shared/instalments.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { defaultUnit, isUnitCode } from '#shared/units.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

/** Chosen while a new invoice is written. */
export type NewPlan = {
  /** 'never', one of `intervals`, or 'custom'. */
  repeats: string
  plan: 'once' | 'deposit' | 'schedule'
  /** Of a schedule: how many instalments. */
  parts: string
  partsEvery: 'week' | 'month'
}

export type FormDraft = DocumentDraft &
  Record<keyof DocumentReferences, string> &
  Partial<NewPlan> & {
    customerId: string
    currency: Currency
    /** Null while it is the rate of the issue date. */
    exchangeRate: string | null
    number: string
    issueDate: string
    /** The due date or the expiry date. */
    endDate: string
    /** '' for none. */
    deliveryDate: string
    deliveryUntil: string
    /** Only where it is among the type's own fields, as are the next three. Others of those are not named here. */
    status: string
    earlyDiscountPercent?: string
    earlyDiscountDays?: string
    withholdingPercent?: string
    notes: string
    terms: string
    /** Asked beside the first document of a business that has no profile yet, and saved with it. Blank for the user's own. */
    businessName?: string
    /** Its code; '' for none. */
    businessCountry?: string
    businessCurrency?: Currency
  }
/** The days of its instalments, the first of which is due when the document is; none where it is paid in another way. */
export const listPlannedDays = ({
  plan,
  parts,
  partsEvery,
  endDate,
}: Pick<FormDraft, 'plan' | 'parts' | 'partsEvery' | 'endDate'>): Day[] =>
  plan === 'schedule' && isDay(endDate) ? listDueDates(endDate, Number(parts), partsEvery!) : []

export type NewBusiness = Required<Pick<FormDraft, 'businessName' | 'businessCountry' | 'businessCurrency'>>

export type DocumentDefaults = Pick<FormDraft, 'notes' | 'terms'> & {
  /** From issue date to end date, until the user edits the end date. */
  daysToEnd: number
}

/** @param taxRate in wire format, e.g. '8.25' */
export const newDraft = (
  { currency, daysToEnd, taxRate, notes, terms }: DocumentDefaults & Pick<FormDraft, 'currency' | 'taxRate'>,
  number: string,
  now = new Date(),
  timeZone = getTimeZone(),
): FormDraft => {
  const issueDate = today(now, timeZone)
  return {
    customerId: '',
    currency,
    exchangeRate: null,
    number,
    issueDate,
    endDate: daysAfter(issueDate, daysToEnd),
    status: 'draft',
    taxRate: trimZeros(taxRate),
    taxAmount: '0.00',
    pricesIncludeTax: false,
    discount: '',
    deliveryDate: '',
    deliveryUntil: '',
    ...mapReferences(() => ''),
    notes,
    terms,
    lineItems: [emptyLine],
  }
}

/** "1.50" -> "1.5", "30.00" -> "30": as a user would type it. */
export const trimZeros = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** What all types have in their replies. */
export type SavedDocument = z.input<z.ZodObject<ReturnType<typeof documentReply<string>>>> & {
  customer: { name: string }
  lineItems: readonly Omit<z.input<typeof lineItem>, 'total' | 'sourceLineId'>[]
}

export const toDraft = (doc: SavedDocument, { number, endDate }: Pick<FormDraft, 'number' | 'endDate'>): FormDraft => ({
  customerId: String(doc.customerId),
  currency: doc.currency,
  exchangeRate: doc.rateSource === 'typed' ? doc.exchangeRate : null,
  number,
  issueDate: doc.issueDate,
  endDate,
  status: doc.status,
  taxRate: trimZeros(doc.taxRate ?? '0'),
  taxAmount: toInputAmount(doc.taxAmount, doc.currency),
  pricesIncludeTax: doc.pricesIncludeTax,
  discount: formatDiscount(doc.discountPercent, doc.discountAmount, doc.currency),
  deliveryDate: doc.deliveryDate ?? '',
  deliveryUntil: doc.deliveryUntil ?? '',
  ...mapReferences((name) => doc[name] ?? ''),
  notes: doc.notes ?? '',
  terms: doc.terms ?? '',
  deductions: listDeductions(doc.lineItems),
  lineItems: doc.lineItems
    .filter(({ kind }) => kind !== 'deposit')
    .map(({ id, itemId, kind, description, quantity, unitCode, unitPrice, discountPercent, discountAmount, taxRateId }) => ({
      ...{ id, itemId, kind, description, taxRateId },
      unitPrice: toInputAmount(unitPrice, doc.currency),
      quantity: trimZeros(quantity),
      unitCode: isUnitCode(unitCode) ? unitCode : defaultUnit,
      discount: formatDiscount(discountPercent, discountAmount, doc.currency),
    })),
})

type Dates = Pick<FormDraft, 'issueDate' | 'endDate'>
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000
/** Both dates must be valid. */
export const daysBetween = ({ issueDate, endDate }: Dates): number => dayNumber(endDate) - dayNumber(issueDate)

/** The same day when the result is out of range. @param terms of the customer, before the days */
export const daysAfter = (issueDate: Day, days: number, terms?: DueTerms): Day => {
  try {
    return findDueDate(issueDate, terms, days)
  } catch {
    return issueDate
  }
}

/** All but number, dates, status, deducted deposits and the exchange rate, which is of a day. */
export const copyDraft = (original: FormDraft, fresh: FormDraft): FormDraft => ({
  ...original,
  number: fresh.number,
  issueDate: fresh.issueDate,
  endDate: isDay(fresh.issueDate) ? daysAfter(fresh.issueDate, daysBetween(original)) : fresh.endDate,
  status: fresh.status,
  exchangeRate: null,
  deductions: [],
  lineItems: original.lineItems.map((line) => ({ ...line, id: null })),
})

/** What a new invoice takes from its customer. */
export const toEarlyDiscount = (customer: EarlyDiscount | null | undefined, { issueDate, endDate }: Dates) => {
  const dates = { issueDate: issueDate as Day, dueDate: endDate as Day }
  const { earlyDiscountPercent, earlyDiscountDays } = customer ? proposeEarlyDiscount(customer, dates) : noEarlyDiscount
  return { earlyDiscountPercent: earlyDiscountPercent ?? '', earlyDiscountDays: earlyDiscountDays?.toString() ?? '' }
}

const getPeriod = (dates: Dates): number | undefined => {
  if (!isDay(dates.issueDate) || !isDay(dates.endDate)) return undefined
  const days = daysBetween(dates)
  return days >= 0 ? days : undefined
}

/** @param before the dates that the terms were written for */
export const adjustTerms = (
  adjust: (terms: string, daysBefore: number, daysAfter: number) => string,
  terms: string,
  before: Dates,
  after: Dates,
): string => {
  const [old, current] = [getPeriod(before), getPeriod(after)]
  return old !== undefined && current !== undefined ? adjust(terms, old, current) : terms
}

export const areDatesInOrder = (dates: Dates): boolean => getPeriod(dates) !== undefined
