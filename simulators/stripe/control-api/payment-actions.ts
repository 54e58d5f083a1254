import type Stripe from 'stripe'
import type { ControlActions } from '#simulators/kit/control-api.ts'
import { readEnum, readInteger, readText } from '#simulators/kit/control-body.ts'
import { HttpError, type JsonObject } from '#simulators/kit/http.ts'
import { readSettlement } from '#simulators/kit/settlement.ts'
import { confirmWithCard } from '#simulators/stripe/billing/stripe-js/confirm.ts'
import { applyPaymentAttempt } from '#simulators/stripe/billing/subscriptions/payment-outcome.ts'
import { settleDebit } from '#simulators/stripe/checkout/pay.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import { findInAllAccounts, findObject } from '#simulators/stripe/core/state.ts'
import { getCardBrand, laterDeclines } from '#simulators/stripe/payments/cards.ts'
import { startBankDebit } from '#simulators/stripe/payments/confirm.ts'
import { closeDispute, listDisputes, openDispute } from '#simulators/stripe/payments/dispute.ts'
import { settleRefund } from '#simulators/stripe/payments/refund-status.ts'
import { type Found, findNamed } from './find-named.ts'

const findIntent = (context: Context, body: JsonObject): Found<Stripe.PaymentIntent> => {
  const name = readText(body, body.session === undefined ? 'payment_intent' : 'session')
  const session = findInAllAccounts(context.state, 'checkout.session', name)?.object
  return findNamed(context, 'payment_intent', 'payment', typeof session?.payment_intent === 'string' ? session.payment_intent : name)
}

const findCharge = (context: Context, body: JsonObject): Found<Stripe.Charge> => {
  if (body.charge !== undefined) return findNamed(context, 'charge', 'charge', readText(body, 'charge'))
  const { account, object: intent } = findIntent(context, body)
  const charge = typeof intent.latest_charge === 'string' ? findObject(account, 'charge', intent.latest_charge) : undefined
  if (!charge) throw new HttpError(400, `The payment ${intent.id} has no charge yet.`)
  return { account, object: charge }
}

const findDispute = (context: Context, body: JsonObject): Found<Stripe.Dispute> => {
  if (body.dispute !== undefined) return findNamed(context, 'dispute', 'dispute', readText(body, 'dispute'))
  const { account, object: charge } = findCharge(context, body)
  const dispute = listDisputes(account, charge).at(-1)
  if (!dispute) throw new HttpError(400, `The charge ${charge.id} is not disputed.`)
  return { account, object: dispute }
}

const findUnpaidIntent = (context: Context, body: JsonObject) => {
  const found = findIntent(context, body)
  const { id, status } = found.object
  if (status !== 'requires_payment_method') throw new HttpError(400, `The payment ${id} is ${status}, so it cannot be paid.`)
  return found
}

const readReason = (body: JsonObject) => (body.reason === undefined ? undefined : readText(body, 'reason'))

export const createPaymentActions = (context: Context): ControlActions => {
  const close = (status: 'won' | 'lost') => (body: JsonObject) => {
    const { account, object } = findDispute(context, body)
    return closeDispute(context, account, object, status)
  }
  return {
    'POST /_sim/disputes/open': (body) => {
      const { account, object: charge } = findCharge(context, body)
      const amount = readInteger(body, 'amount', charge.amount - charge.amount_refunded || charge.amount, 1, charge.amount)
      return openDispute(context, account, charge, { amount, reason: readReason(body) ?? 'fraudulent' })
    },
    'POST /_sim/disputes/win': close('won'),
    'POST /_sim/disputes/lose': close('lost'),
    'POST /_sim/refunds/pend': (body) => {
      context.state.pendingRefunds = readInteger(body, 'count', 1, 0, 1000)
      context.changed()
      return { pending: context.state.pendingRefunds }
    },
    'POST /_sim/settlement': (body) => {
      context.state.settlement = readSettlement(body)
      context.changed()
      return { settlement: context.state.settlement }
    },
    'POST /_sim/refunds/settle': (body) => {
      const { account, object } = findNamed(context, 'refund', 'refund', readText(body, 'refund'))
      settleRefund(context, account, object, readEnum(body, 'status', ['succeeded', 'failed', 'canceled']), readReason(body))
      return object
    },
    // How a saved card is declined from now on; null: it is accepted again.
    'POST /_sim/cards/decline': (body) => {
      const { account, object } = findNamed(context, 'payment_method', 'payment method', readText(body, 'payment_method'))
      const saved = account.billing.cards[object.id]
      if (!saved) throw new HttpError(400, `The payment method ${object.id} is not attached.`)
      const later = body.code === null ? null : laterDeclines[readEnum(body, 'code', Object.keys(laterDeclines))]
      saved.later = later ?? null
      context.changed()
      return { payment_method: object.id, code: body.code ?? null }
    },
    // The bank has sent the cardholder a new card.
    'POST /_sim/cards/replace': (body) => {
      const { account, object } = findNamed(context, 'payment_method', 'payment method', readText(body, 'payment_method'))
      if (!object.card) throw new HttpError(400, `The payment method ${object.id} is no card.`)
      object.card.last4 = readText(body, 'last4')
      object.card.exp_year += 4
      context.changed()
      context.emit(account, 'payment_method.automatically_updated', object)
      return object
    },
    'POST /_sim/payments/pay': (body) => {
      const { account, object } = findUnpaidIntent(context, body)
      const number = '4242424242424242'
      const expYear = new Date(context.now() * 1000).getUTCFullYear() + 4
      const card = { brand: getCardBrand(number), last4: number.slice(-4), expMonth: 4, expYear, name: '', email: null }
      confirmWithCard(context, account, object, card, number)
      return object
    },
    'POST /_sim/payments/debit': (body) => {
      const { account, object } = findUnpaidIntent(context, body)
      startBankDebit(context, account, object, 'buyer@example.com')
      return object
    },
    'POST /_sim/payments/settle': (body) => {
      const { account, object } = findIntent(context, body)
      if (!settleDebit(context, account, object, readEnum(body, 'outcome', ['succeeded', 'failed'])))
        throw new HttpError(400, `The payment ${object.id} is ${object.status}, not processing.`)
      applyPaymentAttempt(context, account, object)
      return object
    },
  }
}
