import { cents, scale, toDecimal } from '#shared/money.ts'
import { isoTime, type World } from '#simulators/paypal/core/context.ts'
import type { Capture } from '#simulators/paypal/core/state.ts'
import { payeeObject } from './payee.ts'

export const money = (amount: number, currency: string) => ({ currency_code: currency, value: toDecimal(amount) })

/** 3.49% and 49 cents, as PayPal takes for its checkout. */
const feeOf = (amount: number) => Math.min(amount, scale(cents(amount), 349, 10_000) + 49)

/** The captured payment as the API shows it; inside an order it says nothing about the payee and the order. */
export const captureObject = (world: World, capture: Capture, place: 'in order' | 'alone') => {
  const { id, amount, currency, status, reason } = capture
  const self = `${world.origin()}/v2/payments/captures/${id}`
  const fee = feeOf(amount)
  const breakdown = {
    gross_amount: money(amount, currency),
    paypal_fee: money(fee, currency),
    net_amount: money(amount - fee, currency),
  }
  return {
    id,
    status,
    ...(reason === null ? {} : { status_details: { reason } }),
    amount: money(amount, currency),
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    ...(status === 'PENDING' || status === 'DECLINED' ? {} : { seller_receivable_breakdown: breakdown }),
    ...(capture.customId === null ? {} : { custom_id: capture.customId }),
    ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
    ...(place === 'alone' ? { payee: payeeObject(capture.payee), supplementary_data: { related_ids: { order_id: capture.orderId } } } : {}),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${world.origin()}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
    create_time: isoTime(capture.createdAt),
    update_time: isoTime(capture.updatedAt),
  }
}
