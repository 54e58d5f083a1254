import { type Amount, scale, toAmount, zero } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'
import type { InvoiceFacts } from './facts.ts'

/**
 * What the customer keeps for the tax office is due to the business from there with the invoice; on a cash basis with the payments, by their part of what is to
 * be paid. @param state.net payments less refunds
 */
export const computeWithheld = (
  { total, withheld, isIssued, currency }: InvoiceFacts,
  { isInvoiced, net }: { isInvoiced: boolean; net: Amount },
  basis: Basis,
): Amount => {
  if (withheld === 0 || basis === 'accrual') return isInvoiced ? withheld : zero
  const asked = toAmount(total - withheld)
  if (!isIssued) return zero
  // The rounded parts of credit notes may leave nothing to pay.
  return asked <= 0 ? withheld : scale(withheld, Math.min(Math.max(net, 0), asked), asked, currency)
}
