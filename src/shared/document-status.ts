import type { Day } from './dates.ts'

export const noAddress = "Customer doesn't have an email address on file."

/** Of a type without a rule of its own; `noun` is that of the type. */
export const mayEmailDocument = (
  noun: string,
  { status, customer }: { status: string; customer: { email: string | null } },
): true | string => (status === 'voided' ? `This ${noun} was voided, so it can’t be sent.` : customer.email ? true : noAddress)

/** On the date itself it has not lapsed. The stored status stays. `displayStatusSql` has the same rule in SQL. */
export const hasLapsed = (stored: string, endDate: Day, today: Day): boolean => stored === 'sent' && endDate < today
