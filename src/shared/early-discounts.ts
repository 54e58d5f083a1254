import type { Currency } from './currencies.ts'
import { addDays, type Day, formatDay, isDay } from './dates.ts'
import type { InvoiceKind } from './invoice-rules.ts'
import { type Amount, takePercent, toAmount, zero } from './money.ts'

/** Discount for early payment: '2% within 10 days'. Both are null, or none. */
export type EarlyDiscount = {
  /** Decimal text: "2", "2.5". */
  earlyDiscountPercent: string | null
  /** From the issue date on. */
  earlyDiscountDays: number | null
}
export const noEarlyDiscount: EarlyDiscount = { earlyDiscountPercent: null, earlyDiscountDays: null }

export const maxEarlyDiscountDays = 365

export type TypedDiscount = { [Name in keyof EarlyDiscount]?: EarlyDiscount[Name] | undefined }

/** @returns the field of the fault, and what it is; undefined for none */
export const findHalfDiscount = ({
  earlyDiscountPercent = null,
  earlyDiscountDays = null,
}: TypedDiscount): { path: keyof EarlyDiscount; message: string } | undefined => {
  if (earlyDiscountPercent === null && earlyDiscountDays !== null)
    return { path: 'earlyDiscountPercent', message: 'Enter the percentage of the discount, or no days' }
  if (earlyDiscountPercent !== null && earlyDiscountDays === null)
    return { path: 'earlyDiscountDays', message: 'Enter the days within which the discount is given, or no percentage' }
  return undefined
}

type Dated = { issueDate: Day; dueDate: Day }

/** A form may hold what is no day or no number of days yet. */
const endsAfterDue = ({ issueDate, dueDate }: Dated, days: number) =>
  isDay(issueDate) && isDay(dueDate) && Number.isInteger(days) && days <= maxEarlyDiscountDays && addDays(issueDate, days) > dueDate

/** Of an invoice. @returns as `findHalfDiscount` */
export const findEarlyDiscountProblem = (invoice: TypedDiscount & Dated & { kind?: InvoiceKind | undefined }) => {
  const { kind, earlyDiscountPercent = null, earlyDiscountDays = null } = invoice
  const half = findHalfDiscount(invoice)
  if (half) return half
  if (earlyDiscountPercent !== null && kind === 'retainer')
    return { path: 'earlyDiscountPercent', message: 'A retainer is no sale, so it has no discount for early payment' } as const
  if (earlyDiscountDays !== null && endsAfterDue(invoice, earlyDiscountDays))
    return { path: 'earlyDiscountDays', message: `The discount must end by the due date, ${formatDay(invoice.dueDate)}` } as const
  return undefined
}

/** What a new invoice takes from its customer: nothing where it would end after the due date. */
export const proposeEarlyDiscount = ({ earlyDiscountPercent, earlyDiscountDays }: EarlyDiscount, dates: Dated): EarlyDiscount =>
  earlyDiscountPercent === null || earlyDiscountDays === null || endsAfterDue(dates, earlyDiscountDays)
    ? noEarlyDiscount
    : { earlyDiscountPercent, earlyDiscountDays }

/** '2% within 10 days'; null for none. */
export const describeEarlyDiscount = ({ earlyDiscountPercent, earlyDiscountDays }: EarlyDiscount): string | null =>
  earlyDiscountPercent === null || earlyDiscountDays === null
    ? null
    : `${earlyDiscountPercent}% within ${earlyDiscountDays === 1 ? '1 day' : `${earlyDiscountDays} days`}`

type DiscountedInvoice = EarlyDiscount & {
  status: string
  issueDate: Day
  currency: Currency
  total: Amount
  amountCredited: Amount
  amountWrittenOff: Amount
  balanceDue: Amount
}

export type EarlyDiscountOffer = {
  percent: string
  /** The last day of a payment in time. */
  day: Day
  /** What is credited. */
  discount: Amount
  /** What then remains to be paid. */
  amount: Amount
}

/**
 * The discount is that of all that is invoiced, credit notes deducted, and comes off the last payment. Null where there is none, the invoice
 * is paid or written off in part, or less is due than the discount.
 */
export const getEarlyDiscountOffer = (invoice: DiscountedInvoice): EarlyDiscountOffer | null => {
  const { earlyDiscountPercent: percent, earlyDiscountDays: days, status, issueDate, currency, balanceDue } = invoice
  if (percent === null || days === null || status === 'paid' || invoice.amountWrittenOff > 0) return null
  const discount = takePercent(toAmount(invoice.total - invoice.amountCredited), percent, currency)
  const amount = toAmount(balanceDue - discount)
  return discount > zero && amount > zero ? { percent, day: addDays(issueDate, days), discount, amount } : null
}
