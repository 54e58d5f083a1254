import { findHalfDiscount, type TypedDiscount } from '#shared/early-discounts.ts'

/** A discount that is half, or that not every invoice of the customer could have. @returns as `findHalfDiscount` */
export const findTermsProblem = (
  customer: TypedDiscount & { dueDays?: number | null | undefined },
): ReturnType<typeof findHalfDiscount> => {
  const { earlyDiscountDays = null, dueDays = null } = customer
  const half = findHalfDiscount(customer)
  if (half || earlyDiscountDays === null || dueDays === null || earlyDiscountDays <= dueDays) return half
  const rest = dueDays === 0 ? 'invoices that are due at once can have none' : `enter at most ${dueDays} days`
  return { path: 'earlyDiscountDays', message: `The discount must end by the due date: ${rest}` }
}
