import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { ApiError } from '#simulators/stripe/core/errors.ts'
import { type Account, find } from '#simulators/stripe/core/state.ts'

const expire = (world: World, account: Account, session: Stripe.Checkout.Session) => {
  session.status = 'expired'
  session.url = null
  const intent = intentOf(account, session)
  if (intent) {
    intent.status = 'canceled'
    intent.canceled_at = world.now()
    intent.cancellation_reason = 'expired'
    intent.next_action = null
    delete account.challenges[intent.id]
    world.emit(account, 'payment_intent.canceled', intent)
  }
  world.changed()
  world.emit(account, 'checkout.session.expired', session)
}

/** The payment of a session, from its first try on. */
export const intentOf = (account: Account, session: Stripe.Checkout.Session) =>
  typeof session.payment_intent === 'string' ? find(account, 'payment_intent', session.payment_intent) : undefined

/** The session as it stands now: one whose time is over becomes `expired` before anybody sees it. */
export const findSession = (world: World, account: Account, id: string): Stripe.Checkout.Session | undefined => {
  const session = find(account, 'checkout.session', id)
  if (session?.status === 'open' && session.expires_at <= world.now()) expire(world, account, session)
  return session
}

/** Expires what is overdue in all accounts, so that the events go out even if nobody asks. */
export const expireOverdue = (world: World) => {
  for (const account of Object.values(world.state.accounts))
    for (const id of Object.keys(account.objects['checkout.session'])) findSession(world, account, id)
}

/** Ends an open session at the business's wish; any other is refused as Stripe does. */
export const expireNow = (world: World, account: Account, session: Stripe.Checkout.Session) => {
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
    throw new ApiError(400, message, {}, true)
  }
  expire(world, account, session)
  return session
}
