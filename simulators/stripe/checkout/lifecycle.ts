import type Stripe from 'stripe'
import type { Context } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, findObject } from '#simulators/stripe/core/state.ts'

const expire = (context: Context, account: Account, session: Stripe.Checkout.Session) => {
  session.status = 'expired'
  session.url = null
  const intent = findPaymentIntent(account, session)
  if (intent) {
    intent.status = 'canceled'
    intent.canceled_at = context.now()
    intent.cancellation_reason = 'expired'
    intent.next_action = null
    delete account.challenges[intent.id]
    context.emit(account, 'payment_intent.canceled', intent)
  }
  context.changed()
  context.emit(account, 'checkout.session.expired', session)
}

/** It exists from the first attempt to pay. */
export const findPaymentIntent = (account: Account, session: Stripe.Checkout.Session) =>
  typeof session.payment_intent === 'string' ? findObject(account, 'payment_intent', session.payment_intent) : undefined

/** An overdue session expires first. */
export const findSession = (context: Context, account: Account, id: string): Stripe.Checkout.Session | undefined => {
  const session = findObject(account, 'checkout.session', id)
  if (session?.status === 'open' && session.expires_at <= context.now()) expire(context, account, session)
  return session
}

export const expireOverdueSessions = (context: Context) => {
  for (const account of Object.values(context.state.accounts))
    for (const id of Object.keys(account.objects['checkout.session'])) findSession(context, account, id)
}

/** @throws ApiError 400 unless the session is open */
export const expireSession = (context: Context, account: Account, session: Stripe.Checkout.Session) => {
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
    throw new ApiError(400, message, {}, true)
  }
  expire(context, account, session)
  return session
}
