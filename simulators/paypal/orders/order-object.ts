import { isoTime, type World } from '#simulators/paypal/core/context.ts'
import { type Account, captureOf, type Order, refundsOf } from '#simulators/paypal/core/state.ts'
import { captureObject } from '#simulators/paypal/payments/capture-object.ts'
import { payeeObject } from '#simulators/paypal/payments/payee.ts'
import { refundObject } from '#simulators/paypal/payments/refund-object.ts'
import { buyerOf } from './buyer.ts'

/** The hosted page where a buyer approves the order. */
export const approvalUrl = (world: World, order: Order) => `${world.publicUrl}/sandbox/paypal/checkoutnow?token=${order.id}`

const links = (world: World, order: Order) => {
  const self = `${world.origin()}/v2/checkout/orders/${order.id}`
  const found = [{ href: self, rel: 'self', method: 'GET' }]
  if (order.status === 'CREATED') found.push({ href: approvalUrl(world, order), rel: 'approve', method: 'GET' })
  if (order.status === 'PAYER_ACTION_REQUIRED') found.push({ href: approvalUrl(world, order), rel: 'payer-action', method: 'GET' })
  if (order.status === 'CREATED' || order.status === 'APPROVED') found.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' })
  return found
}

const buyer = (order: Order) => {
  if (order.funding !== null) return buyerOf(order)
  return order.hasSource ? { payment_source: { paypal: {} } } : {}
}

const payments = (world: World, account: Account, order: Order) => {
  const capture = captureOf(account, order)
  if (!capture) return {}
  const refunds = refundsOf(account, capture)
  const captures = [captureObject(world, capture, 'in order')]
  return {
    payments: refunds.length === 0 ? { captures } : { captures, refunds: refunds.map((refund) => refundObject(world, account, refund)) },
  }
}

/** The order as the API shows it. Without `full` it is the short form: of a captured one with its payments, else id, status and links. */
export const orderObject = (world: World, account: Account, order: Order, full: boolean): object => {
  const short = { id: order.id, status: order.status, links: links(world, order) }
  const paid = payments(world, account, order)
  const isPaid = 'payments' in paid
  if (!full && !isPaid) return order.hasSource ? { ...short, ...buyer(order) } : short
  const { reference_id } = order.unit
  if (!full) return { ...short, ...buyer(order), purchase_units: [{ reference_id, ...paid }] }
  return {
    ...short,
    intent: 'CAPTURE',
    ...buyer(order),
    purchase_units: [{ ...order.unit, payee: payeeObject(order.payee), ...paid }],
    create_time: isoTime(order.createdAt),
    update_time: isoTime(order.updatedAt),
  }
}
