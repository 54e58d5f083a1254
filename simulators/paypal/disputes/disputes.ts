import { toDecimal } from '#shared/money.ts'
import { isoTime, type World } from '#simulators/paypal/core/context.ts'
import { badRequest, notFound } from '#simulators/paypal/core/errors.ts'
import type { Call, Route } from '#simulators/paypal/core/route.ts'
import { type Account, type Capture, type Dispute, own } from '#simulators/paypal/core/state.ts'
import { money } from '#simulators/paypal/payments/capture-object.ts'
import { reverse } from '#simulators/paypal/payments/refunds.ts'

const outcomes = { won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const

const shared = (world: World, dispute: Dispute) => ({
  dispute_id: dispute.id,
  create_time: isoTime(dispute.createdAt),
  update_time: isoTime(dispute.updatedAt),
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: dispute.status === 'open' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
  dispute_amount: money(dispute.amount, dispute.currency),
  dispute_life_cycle_stage: 'INQUIRY',
  dispute_channel: 'INTERNAL',
  links: [{ href: `${world.origin()}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
})

/** Only the list says in words of its own who has to act. */
const summary = (world: World, dispute: Dispute) => ({
  ...shared(world, dispute),
  dispute_state: dispute.status === 'open' ? 'REQUIRED_ACTION' : 'RESOLVED',
})

const whole = (world: World, account: Account, dispute: Dispute) => {
  const capture = own(account.captures, dispute.captureId)
  const transaction = {
    seller_transaction_id: dispute.captureId,
    transaction_status: 'COMPLETED',
    gross_amount: money(dispute.amount, dispute.currency),
    seller: { merchant_id: capture?.payee ?? account.merchantId },
    ...(capture ? { create_time: isoTime(capture.createdAt) } : {}),
    ...(capture?.customId ? { custom: capture.customId } : {}),
  }
  return {
    ...shared(world, dispute),
    disputed_transactions: [transaction],
    ...(dispute.status === 'open'
      ? {}
      : {
          dispute_outcome: {
            outcome_code: outcomes[dispute.status],
            ...(dispute.status === 'lost' ? { amount_refunded: money(dispute.amount, dispute.currency) } : {}),
          },
        }),
  }
}

const announce = (world: World, account: Account, dispute: Dispute) =>
  world.emit(account, {
    type: dispute.status === 'open' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED',
    resourceType: 'dispute',
    summary: `A dispute over $ ${toDecimal(dispute.amount)} ${dispute.currency} was ${dispute.status === 'open' ? 'opened' : 'resolved'}`,
    resource: whole(world, account, dispute),
  })

/** The buyer complains about a captured payment. The money stays where it is until the dispute ends. */
export const openDispute = (world: World, account: Account, capture: Capture): Dispute => {
  const dispute: Dispute = {
    id: world.ids.dispute(),
    captureId: capture.id,
    createdAt: world.now(),
    updatedAt: world.now(),
    status: 'open',
    amount: capture.amount,
    currency: capture.currency,
  }
  account.disputes[dispute.id] = dispute
  world.changed()
  announce(world, account, dispute)
  return dispute
}

/** Ends a dispute. A lost one takes the money back from the business. */
export const endDispute = (world: World, account: Account, dispute: Dispute, status: 'won' | 'lost') => {
  Object.assign(dispute, { status, updatedAt: world.now() })
  world.changed()
  const capture = own(account.captures, dispute.captureId)
  if (status === 'lost' && capture) reverse(world, account, capture)
  announce(world, account, dispute)
}

const search = ({ account, world, query }: Call) => {
  const capture = query.get('disputed_transaction_id')
  if (capture !== null && !/^[0-9A-Z_]{1,255}$/.test(capture))
    throw badRequest('INVALID_PARAMETER_SYNTAX', { field: 'disputed_transaction_id', value: capture.slice(0, 100) })
  const size = Number(query.get('page_size') ?? '10')
  if (!Number.isInteger(size) || size < 1 || size > 50) throw badRequest('INVALID_PARAMETER_VALUE', { field: 'page_size' })
  const found = Object.values(account.disputes).filter(({ captureId }) => capture === null || captureId === capture)
  const items = found.reverse().slice(0, size)
  const links = [{ href: `${world.origin()}/v1/customer/disputes${query.size > 0 ? `?${query}` : ''}`, rel: 'self', method: 'GET' }]
  // PayPal's description allows no empty list.
  return { status: 200, body: items.length === 0 ? { links } : { items: items.map((dispute) => summary(world, dispute)), links } }
}

const one = ({ account, world, id }: Call) => {
  const dispute = own(account.disputes, id)
  if (!dispute) throw notFound()
  return { status: 200, body: whole(world, account, dispute) }
}

/** Buyers' complaints, to be looked up by payment. */
export const disputeRoutes: Route[] = [
  { method: 'GET', path: '/v1/customer/disputes', run: search },
  { method: 'GET', path: '/v1/customer/disputes/:id', run: one },
]
