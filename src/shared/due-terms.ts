import { addDays, type Day, getMonthStart } from './dates.ts'

/** When a customer's invoices are due. */
export type DueTerms = {
  /** From the issue date on; null for those of the business. */
  dueDays: number | null
  /** On the last day of the month that these days end in. */
  dueEndOfMonth: boolean
}

/**
 * 30 days, end of month: Jan 4 -> Feb 3 -> Feb 28. @param terms undefined while the customer is not known
 * @param ofBusiness the days of a customer without own ones @throws RangeError after 9999
 */
export const findDueDate = (issueDate: Day, terms: DueTerms | undefined, ofBusiness: number): Day => {
  const due = addDays(issueDate, terms?.dueDays ?? ofBusiness)
  return terms?.dueEndOfMonth ? addDays(getMonthStart(due, -1), -1) : due
}

/** '30 days, end of month'; null where they are those of the business. */
export const describeDueTerms = ({ dueDays, dueEndOfMonth }: DueTerms): string | null => {
  const days = dueDays === null ? null : dueDays === 0 ? 'on receipt' : dueDays === 1 ? '1 day' : `${dueDays} days`
  const parts = [dueEndOfMonth && dueDays === 0 ? null : days, dueEndOfMonth ? 'end of month' : null].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}
