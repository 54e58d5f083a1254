import type Stripe from 'stripe'
import type { World } from '#simulators/stripe/core/context.ts'
import { type Account, find } from '#simulators/stripe/core/state.ts'

/** Takes an open invoice back: nobody can pay it any more. */
export const voidInvoice = (world: World, account: Account, invoice: Stripe.Invoice) => {
  if (invoice.status !== 'open') return
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = world.now()
  world.emit(account, 'invoice.voided', invoice)
  const intent = find(account, 'payment_intent', account.billing.intents[invoice.id] ?? '')
  if (intent && intent.status !== 'succeeded') {
    intent.status = 'canceled'
    intent.canceled_at = world.now()
    intent.cancellation_reason = 'void_invoice'
    intent.next_action = null
    delete account.challenges[intent.id]
    world.emit(account, 'payment_intent.canceled', intent)
  }
  world.changed()
}
