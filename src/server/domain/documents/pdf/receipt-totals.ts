import { type Cents, cents, sum } from '#shared/money.ts'
import { computeCredit } from '#shared/payment-methods.ts'

/** A received amount and the part that was returned. */
export type Received = { amount: Cents; refunded: Cents }

export type ReceiptTotals = {
  /** Sum of all payments, without regard to refunds. */
  paid: Cents
  refunded: Cents
  /** The balance due; null for a paid invoice with refunds, which are not owed again. */
  balanceDue: Cents | null
  /** The amount kept beyond the total. */
  credit: Cents
  isPaidInFull: boolean
  isAllRefunded: boolean
}

/**
 * Computes the totals of an invoice's payments for receipts.
 * @param isPaid whether the invoice's status is paid; refunds are then not owed again
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
