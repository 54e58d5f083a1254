import { type Context, formatIsoTime } from '#simulators/paypal/core/context.ts'
import { badRequest, notFound } from '#simulators/paypal/core/errors.ts'
import { toMoney } from '#simulators/paypal/core/money.ts'
import type { ApiCall, Route } from '#simulators/paypal/core/route.ts'
import { type Account, type Capture, type Dispute, findById } from '#simulators/paypal/core/state.ts'
import { reverseCapture } from '#simulators/paypal/payments/refunds.ts'

const outcomes = { won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const

const buildCommonFields = (context: Context, dispute: Dispute) => ({
  dispute_id: dispute.id,
  create_time: formatIsoTime(dispute.createdAt),
  update_time: formatIsoTime(dispute.updatedAt),
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: dispute.status === 'open' ? 'WAITING_FOR_SELLER_RESPONSE' : 'RESOLVED',
  dispute_amount: toMoney(dispute.amount, dispute.currency),
  dispute_life_cycle_stage: 'INQUIRY',
  dispute_channel: 'INTERNAL',
  links: [{ href: `${context.origin()}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
})

const toListEntry = (context: Context, dispute: Dispute) => ({
  ...buildCommonFields(context, dispute),
  dispute_state: dispute.status === 'open' ? 'REQUIRED_ACTION' : 'RESOLVED',
})

const toDisputeObject = (context: Context, account: Account, dispute: Dispute) => {
  const capture = findById(account.captures, dispute.captureId)
  const transaction = {
    seller_transaction_id: dispute.captureId,
    transaction_status: 'COMPLETED',
    gross_amount: toMoney(dispute.amount, dispute.currency),
    seller: { merchant_id: capture?.payee ?? account.merchantId },
    ...(capture ? { create_time: formatIsoTime(capture.createdAt) } : {}),
    ...(capture?.customId ? { custom: capture.customId } : {}),
  }
  return {
    ...buildCommonFields(context, dispute),
    disputed_transactions: [transaction],
    ...(dispute.status === 'open'
      ? {}
      : {
          dispute_outcome: {
            outcome_code: outcomes[dispute.status],
            ...(dispute.status === 'lost' ? { amount_refunded: toMoney(dispute.amount, dispute.currency) } : {}),
          },
        }),
  }
}

const emitDisputeEvent = (context: Context, account: Account, dispute: Dispute) =>
  context.emit(account, {
    type: dispute.status === 'open' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED',
    resourceType: 'dispute',
    summary: `A dispute over $ ${toMoney(dispute.amount, dispute.currency).value} ${dispute.currency} was ${dispute.status === 'open' ? 'opened' : 'resolved'}`,
    resource: toDisputeObject(context, account, dispute),
  })

/** No money moves before the dispute ends. */
export const openDispute = (context: Context, account: Account, capture: Capture): Dispute => {
  const dispute: Dispute = {
    id: context.ids.dispute(),
    captureId: capture.id,
    createdAt: context.now(),
    updatedAt: context.now(),
    status: 'open',
    amount: capture.amount,
    currency: capture.currency,
  }
  account.disputes[dispute.id] = dispute
  context.changed()
  emitDisputeEvent(context, account, dispute)
  return dispute
}

/** A lost dispute reverses the capture. */
export const endDispute = (context: Context, account: Account, dispute: Dispute, status: 'won' | 'lost') => {
  Object.assign(dispute, { status, updatedAt: context.now() })
  context.changed()
  const capture = findById(account.captures, dispute.captureId)
  if (status === 'lost' && capture) reverseCapture(context, account, capture)
  emitDisputeEvent(context, account, dispute)
}

const search = ({ account, context, query }: ApiCall) => {
  const capture = query.get('disputed_transaction_id')
  if (capture !== null && !/^[0-9A-Z_]{1,255}$/.test(capture))
    throw badRequest('INVALID_PARAMETER_SYNTAX', { field: 'disputed_transaction_id', value: capture.slice(0, 100) })
  const size = Number(query.get('page_size') ?? '10')
  if (!Number.isInteger(size) || size < 1 || size > 50) throw badRequest('INVALID_PARAMETER_VALUE', { field: 'page_size' })
  const found = Object.values(account.disputes).filter(({ captureId }) => capture === null || captureId === capture)
  const items = found.reverse().slice(0, size)
  const links = [{ href: `${context.origin()}/v1/customer/disputes${query.size > 0 ? `?${query}` : ''}`, rel: 'self', method: 'GET' }]
  // PayPal's API description does not allow an empty list.
  return { status: 200, body: items.length === 0 ? { links } : { items: items.map((dispute) => toListEntry(context, dispute)), links } }
}

const retrieve = ({ account, context, id }: ApiCall) => {
  const dispute = findById(account.disputes, id)
  if (!dispute) throw notFound()
  return { status: 200, body: toDisputeObject(context, account, dispute) }
}

export const disputeRoutes: Route[] = [
  { method: 'GET', path: '/v1/customer/disputes', run: search },
  { method: 'GET', path: '/v1/customer/disputes/:id', run: retrieve },
]
