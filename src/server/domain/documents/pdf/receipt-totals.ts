import { type Cents, cents, sum } from '#shared/money.ts'
import { computeCredit } from '#shared/payment-methods.ts'

/** Money that came, and what of it went back. */
export type Received = { amount: Cents; refunded: Cents }

export type ReceiptTotals = {
  /** All that came, whatever went back later. */
  paid: Cents
  refunded: Cents
  /** What the invoice still asks for; null when it asks for nothing although something went back. */
  balanceDue: Cents | null
  /** What is left beyond the total. */
  credit: Cents
  isPaidInFull: boolean
  isAllRefunded: boolean
}

/**
 * What payments come to, for whoever says it to the customer.
 * @param isPaid whether the invoice counts as paid: then what was given back isn't owed again, until its owner asks for it
 */
export const computeReceiptTotals = (
  { total, isPaid }: { total: Cents; isPaid: boolean },
  payments: readonly Received[],
): ReceiptTotals => {
  const paid = sum(payments.map(({ amount }) => amount))
  const refunded = sum(payments.map((payment) => payment.refunded))
  const kept = cents(paid - refunded)
  return {
    paid,
    refunded,
    balanceDue: isPaid && refunded > 0 && kept < total ? null : cents(Math.max(total - kept, 0)),
    credit: computeCredit({ total, paid: kept }),
    isPaidInFull: kept > 0 && kept >= total,
    isAllRefunded: paid > 0 && refunded === paid,
  }
}
