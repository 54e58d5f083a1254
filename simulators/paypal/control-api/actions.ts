import { type ControlActions, createCommonActions } from '#simulators/kit/control-api.ts'
import { readEnum } from '#simulators/kit/control-body.ts'
import type { Faults } from '#simulators/kit/faults.ts'
import { HttpError, type JsonObject } from '#simulators/kit/http.ts'
import { parseAmount } from '#simulators/kit/money.ts'
import { readSettlement } from '#simulators/kit/settlement.ts'
import type { WebhookOutbox } from '#simulators/kit/webhook-outbox.ts'
import type { Context } from '#simulators/paypal/core/context.ts'
import { toMoney } from '#simulators/paypal/core/money.ts'
import { type Account, emptyState, findById, findCapture, type Order } from '#simulators/paypal/core/state.ts'
import { endDispute, openDispute } from '#simulators/paypal/disputes/disputes.ts'
import { approveOrder, canBeApproved, findOrder, settleCapture } from '#simulators/paypal/orders/lifecycle.ts'
import { reverseCapture, settleRefund } from '#simulators/paypal/payments/refunds.ts'

type Options = { context: Context; faults: Faults; outbox: WebhookOutbox; advanceClock(seconds: number): void }

/** The real PayPal never does this. */
const alterOrder = (account: Account, order: Order, body: JsonObject) => {
  const capture = findCapture(account, order)
  if (typeof body.amount === 'string') {
    const cents = parseAmount(body.amount)
    order.unit.amount = toMoney(cents, order.unit.amount.currency_code)
    if (capture) capture.amount = cents
  }
  if (typeof body.currency === 'string') {
    order.unit.amount.currency_code = body.currency
    if (capture) capture.currency = body.currency
  }
  if (typeof body.customId === 'string') {
    order.unit.custom_id = body.customId
    if (capture) capture.customId = body.customId
  }
  if (typeof body.merchantId === 'string') {
    order.payee = body.merchantId
    if (capture) capture.payee = body.merchantId
  }
}

const createPaymentActions = (context: Context): ControlActions => {
  const { state } = context
  /** @throws HttpError 404 */
  const find = <T>(id: unknown, noun: string, findIn: (account: Account, id: string) => T | undefined) => {
    for (const account of Object.values(state.accounts)) {
      const object = typeof id === 'string' ? findIn(account, id) : undefined
      if (object) return { account, object }
    }
    throw new HttpError(404, `There is no ${noun} '${String(id)}'.`)
  }
  const findNamedOrder = (body: JsonObject) => find(body.order, 'order', (account, id) => findOrder(context, account, id))
  const findNamedCapture = (body: JsonObject) => find(body.capture, 'capture', (account, id) => findById(account.captures, id))
  return {
    'POST /_sim/orders/approve': (body) => {
      const { account, object } = findNamedOrder(body)
      if (!canBeApproved(object)) throw new HttpError(409, `The order is ${object.status}.`)
      approveOrder(context, account, object, readEnum(body, 'funding', ['balance', 'declined-card', 'echeck'], 'balance'))
      return { status: object.status }
    },
    'POST /_sim/orders/void': (body) => {
      const { object } = findNamedOrder(body)
      object.status = 'VOIDED'
      context.changed()
      return { status: object.status }
    },
    'POST /_sim/orders/alter': (body) => {
      const { account, object } = findNamedOrder(body)
      alterOrder(account, object, body)
      context.changed()
      return { altered: object.id }
    },
    'POST /_sim/captures/settle': (body) => {
      const { account, object } = findNamedCapture(body)
      if (object.status !== 'PENDING') throw new HttpError(409, `The capture is ${object.status}.`)
      settleCapture(context, account, object, readEnum(body, 'outcome', ['complete', 'deny']))
      return { status: object.status }
    },
    'POST /_sim/captures/reverse': (body) => {
      const { account, object } = findNamedCapture(body)
      reverseCapture(context, account, object)
      return { status: object.status }
    },
    'POST /_sim/disputes': (body) => {
      const { account, object } = findNamedCapture(body)
      const action = readEnum(body, 'action', ['open', 'win', 'lose'])
      if (action === 'open') return { dispute: openDispute(context, account, object).id }
      const open = Object.values(account.disputes).find((dispute) => dispute.captureId === object.id && dispute.status === 'open')
      if (!open) throw new HttpError(409, 'The capture has no open dispute.')
      endDispute(context, account, open, action === 'win' ? 'won' : 'lost')
      return { dispute: open.id }
    },
    'POST /_sim/refunds': (body) => {
      state.refunds = readEnum(body, 'mode', ['complete', 'pending', 'refuse'])
      context.changed()
      return { mode: state.refunds }
    },
    'POST /_sim/settlement': (body) => {
      state.settlement = readSettlement(body)
      context.changed()
      return { settlement: state.settlement }
    },
    'POST /_sim/refunds/settle': (body) => {
      const { account, object } = find(body.refund, 'refund', (candidate, id) => findById(candidate.refunds, id))
      if (object.status !== 'PENDING') throw new HttpError(409, `The refund is ${object.status}.`)
      const outcome = readEnum(body, 'outcome', ['complete', 'fail', 'cancel'])
      settleRefund(context, account, object, ({ complete: 'COMPLETED', fail: 'FAILED', cancel: 'CANCELLED' } as const)[outcome])
      return { status: object.status }
    },
  }
}

export const createActions = ({ context, faults, outbox, advanceClock }: Options): ControlActions => ({
  ...createCommonActions({
    faults,
    outbox,
    advanceClock,
    changed: context.changed,
    reset: () => void Object.assign(context.state, emptyState()),
    dump: () => {
      const accounts = Object.entries(context.state.accounts).map(([id, { requests, ...rest }]) => [id, rest])
      return { accounts: Object.fromEntries(accounts), refunds: context.state.refunds }
    },
    revokeKey: (key) => void context.state.revokedSecrets.push(key),
  }),
  'POST /_sim/tokens/expire': () => {
    const expired = Object.keys(context.state.tokens).length
    context.state.tokens = {}
    context.changed()
    return { expired }
  },
  ...createPaymentActions(context),
})
