import { parseFixed, toDecimal } from '#shared/money.ts'
import type { FaultBox } from '#simulators/kit/control-api/faults.ts'
import type { World } from '#simulators/paypal/core/context.ts'
import { type Account, captureOf, emptyState, type Order, own, type State } from '#simulators/paypal/core/state.ts'
import { endDispute, openDispute } from '#simulators/paypal/disputes/disputes.ts'
import { approve, canBeApproved, findOrder, settle } from '#simulators/paypal/orders/lifecycle.ts'
import { reverse, settleRefund } from '#simulators/paypal/payments/refunds.ts'
import type { WebhookOutbox } from '#simulators/paypal/webhooks/outbox.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'

export type PlaneParts = { world: World; state: State; faults: FaultBox; outbox: WebhookOutbox; advanceClock(seconds: number): void }
type Body = Record<string, unknown>

const oneOf = <const T extends string>(value: unknown, name: string, ...allowed: readonly T[]): T => {
  const found = allowed.find((word) => word === value)
  if (found === undefined) throw new ApiError(400, `'${name}' must be one of ${allowed.join(', ')}.`)
  return found
}

/** Looks for the thing of that id in all apps. */
const found = <T>(state: State, id: unknown, noun: string, look: (account: Account, id: string) => T | undefined) => {
  for (const account of Object.values(state.accounts)) {
    const thing = typeof id === 'string' ? look(account, id) : undefined
    if (thing) return { account, thing }
  }
  throw new ApiError(404, `There is no ${noun} '${String(id)}'.`)
}

/** What an honest PayPal never does: the order's amount, reference or payee become others than the business sent. */
const alter = (account: Account, order: Order, body: Body) => {
  const capture = captureOf(account, order)
  if (typeof body.amount === 'string') {
    order.unit.amount = { currency_code: order.unit.amount.currency_code, value: toDecimal(parseFixed(body.amount, 2)) }
    if (capture) capture.amount = parseFixed(body.amount, 2)
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

/** What buyers, banks and PayPal itself do, without a browser. */
const business = ({ world, state }: PlaneParts): Record<string, (body: Body) => object> => {
  const order = (body: Body) => found(state, body.order, 'order', (account, id) => findOrder(world, account, id))
  const capture = (body: Body) => found(state, body.capture, 'capture', (account, id) => own(account.captures, id))
  return {
    'POST /_sim/orders/approve': (body) => {
      const { account, thing } = order(body)
      if (!canBeApproved(thing)) throw new ApiError(409, `The order is ${thing.status}.`)
      approve(world, account, thing, oneOf(body.funding ?? 'balance', 'funding', 'balance', 'declined-card', 'echeck'))
      return { status: thing.status }
    },
    'POST /_sim/orders/void': (body) => {
      const { thing } = order(body)
      thing.status = 'VOIDED'
      world.changed()
      return { status: thing.status }
    },
    'POST /_sim/orders/alter': (body) => {
      const { account, thing } = order(body)
      alter(account, thing, body)
      world.changed()
      return { altered: thing.id }
    },
    'POST /_sim/captures/settle': (body) => {
      const { account, thing } = capture(body)
      if (thing.status !== 'PENDING') throw new ApiError(409, `The capture is ${thing.status}.`)
      settle(world, account, thing, oneOf(body.outcome, 'outcome', 'complete', 'deny'))
      return { status: thing.status }
    },
    'POST /_sim/captures/reverse': (body) => {
      const { account, thing } = capture(body)
      reverse(world, account, thing)
      return { status: thing.status }
    },
    'POST /_sim/disputes': (body) => {
      const { account, thing } = capture(body)
      const action = oneOf(body.action, 'action', 'open', 'win', 'lose')
      if (action === 'open') return { dispute: openDispute(world, account, thing).id }
      const open = Object.values(account.disputes).find((dispute) => dispute.captureId === thing.id && dispute.status === 'open')
      if (!open) throw new ApiError(409, 'No dispute about this capture is open.')
      endDispute(world, account, open, action === 'win' ? 'won' : 'lost')
      return { dispute: open.id }
    },
    'POST /_sim/refunds': (body) => {
      state.refunds = oneOf(body.mode, 'mode', 'complete', 'pending', 'refuse')
      world.changed()
      return { mode: state.refunds }
    },
    'POST /_sim/refunds/settle': (body) => {
      const { account, thing } = found(state, body.refund, 'refund', (candidate, id) => own(candidate.refunds, id))
      if (thing.status !== 'PENDING') throw new ApiError(409, `The refund is ${thing.status}.`)
      const outcome = oneOf(body.outcome, 'outcome', 'complete', 'fail', 'cancel')
      settleRefund(world, account, thing, ({ complete: 'COMPLETED', fail: 'FAILED', cancel: 'CANCELLED' } as const)[outcome])
      return { status: thing.status }
    },
  }
}

const machinery = ({
  world,
  state,
  faults,
  outbox,
  advanceClock,
}: PlaneParts): Record<string, (body: Body) => object | Promise<object>> => ({
  'POST /_sim/faults': (body) => faults.add(body),
  'POST /_sim/reset': () => {
    outbox.stop()
    outbox.setMode('deliver')
    faults.clear()
    Object.assign(state, emptyState())
    world.changed()
    return { reset: true }
  },
  'GET /_sim/dump': () => {
    const accounts = Object.entries(state.accounts).map(([id, { requests, ...rest }]) => [id, rest])
    return { accounts: Object.fromEntries(accounts), faults: faults.list(), refunds: state.refunds }
  },
  'POST /_sim/webhooks': (body) => {
    const mode = oneOf(body.mode, 'mode', 'deliver', 'hold', 'drop')
    outbox.setMode(mode)
    return { mode }
  },
  'POST /_sim/webhooks/deliver': async (body) => {
    const ids = Array.isArray(body.deliveries) ? body.deliveries.filter((id) => typeof id === 'string') : []
    await outbox.deliverNow(ids)
    return { delivered: ids.length }
  },
  'POST /_sim/keys/revoke': (body) => {
    if (typeof body.key !== 'string') throw new ApiError(400, "'key' must be a client secret.")
    state.revokedSecrets.push(body.key)
    world.changed()
    return { revoked: true }
  },
  'POST /_sim/tokens/expire': () => {
    const count = Object.keys(state.tokens).length
    state.tokens = {}
    world.changed()
    return { expired: count }
  },
  'POST /_sim/clock': (body) => {
    if (typeof body.advanceSeconds !== 'number' || !Number.isInteger(body.advanceSeconds))
      throw new ApiError(400, "'advanceSeconds' must be a whole number.")
    advanceClock(body.advanceSeconds)
    return { advancedSeconds: body.advanceSeconds }
  },
})

export const planeActions = (parts: PlaneParts) => ({ ...machinery(parts), ...business(parts) })
