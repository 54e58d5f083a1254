import { isoTime, type World } from '#simulators/paypal/core/context.ts'
import { type Account, own, type Refund, refundsOf } from '#simulators/paypal/core/state.ts'
import { money } from './capture-object.ts'
import { payeeObject } from './payee.ts'

/** The refund as the API shows it. */
export const refundObject = (world: World, account: Account, refund: Refund) => {
  const { id, amount, currency, status, captureId } = refund
  const capture = own(account.captures, captureId)
  const upToHere = capture ? refundsOf(account, capture).filter((other) => isGiven(other)) : []
  const total = upToHere.reduce((sum, other) => sum + other.amount, 0)
  return {
    id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: money(amount, currency),
    ...(refund.note === null ? {} : { note_to_payer: refund.note }),
    ...(refund.customId === null ? {} : { custom_id: refund.customId }),
    ...(refund.invoiceId === null ? {} : { invoice_id: refund.invoiceId }),
    seller_payable_breakdown: {
      gross_amount: money(amount, currency),
      paypal_fee: money(0, currency),
      net_amount: money(amount, currency),
      total_refunded_amount: money(total, currency),
    },
    payer: payeeObject(capture?.payee ?? account.merchantId),
    links: [
      { href: `${world.origin()}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${world.origin()}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
    ],
    create_time: isoTime(refund.createdAt),
    update_time: isoTime(refund.updatedAt),
  }
}

/** Money that went back, or is on its way back. */
export const isGiven = ({ status }: Refund) => status === 'COMPLETED' || status === 'PENDING'
