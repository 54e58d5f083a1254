import { type Context, formatIsoTime } from '#simulators/paypal/core/context.ts'
import { type Account, findCapture, listRefunds, type Order } from '#simulators/paypal/core/state.ts'
import { toCaptureObject, toPayee } from '#simulators/paypal/payments/capture-object.ts'
import { toRefundObject } from '#simulators/paypal/payments/refund-object.ts'
import { buildBuyer } from './buyer.ts'

export const getApprovalUrl = (context: Context, order: Order) => `${context.publicUrl}/sandbox/paypal/checkoutnow?token=${order.id}`

const buildLinks = (context: Context, order: Order) => {
  const self = `${context.origin()}/v2/checkout/orders/${order.id}`
  const links = [{ href: self, rel: 'self', method: 'GET' }]
  if (order.status === 'CREATED') links.push({ href: getApprovalUrl(context, order), rel: 'approve', method: 'GET' })
  if (order.status === 'PAYER_ACTION_REQUIRED') links.push({ href: getApprovalUrl(context, order), rel: 'payer-action', method: 'GET' })
  if (order.status === 'CREATED' || order.status === 'APPROVED') links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' })
  return links
}

const buildPayer = (order: Order) => {
  if (order.funding !== null) return buildBuyer(order)
  return order.hasSource ? { payment_source: { paypal: {} } } : {}
}

const buildPayments = (context: Context, account: Account, order: Order) => {
  const capture = findCapture(account, order)
  if (!capture) return {}
  const refunds = listRefunds(account, capture)
  const captures = [toCaptureObject(context, capture, 'in order')]
  return {
    payments:
      refunds.length === 0 ? { captures } : { captures, refunds: refunds.map((refund) => toRefundObject(context, account, refund)) },
  }
}

export const toOrderObject = (context: Context, account: Account, order: Order, full: boolean): object => {
  const short = { id: order.id, status: order.status, links: buildLinks(context, order) }
  const paid = buildPayments(context, account, order)
  const isPaid = 'payments' in paid
  if (!full && !isPaid) return order.hasSource ? { ...short, ...buildPayer(order) } : short
  const { reference_id } = order.unit
  if (!full) return { ...short, ...buildPayer(order), purchase_units: [{ reference_id, ...paid }] }
  return {
    ...short,
    intent: 'CAPTURE',
    ...buildPayer(order),
    purchase_units: [{ ...order.unit, payee: toPayee(order.payee), ...paid }],
    create_time: formatIsoTime(order.createdAt),
    update_time: formatIsoTime(order.updatedAt),
  }
}
