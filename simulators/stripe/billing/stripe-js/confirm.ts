import type Stripe from 'stripe'
import { attachCard } from '#simulators/stripe/billing/customers/payment-method.ts'
import { subscriptionOf } from '#simulators/stripe/billing/subscriptions/invoice.ts'
import { afterTry } from '#simulators/stripe/billing/subscriptions/payment-outcome.ts'
import type { World } from '#simulators/stripe/core/context.ts'
import type { Account, UsedCard } from '#simulators/stripe/core/state.ts'
import { behaviourOf, type Refusal } from '#simulators/stripe/payments/cards.ts'
import { afterPayment, answerChallenge, challenge, chargeCard } from '#simulators/stripe/payments/confirm.ts'

type Intent = Stripe.PaymentIntent

const subscriptionPaidBy = (account: Account, intent: Intent) => {
  const id = Object.entries(account.billing.intents).find(([, paidBy]) => paidBy === intent.id)?.[0]
  const invoice = id === undefined ? undefined : account.objects.invoice[id]
  return invoice && subscriptionOf(account, invoice)
}

/** The card paid: it is its owner's from now on, and its subscription's. */
const keepCard = (world: World, account: Account, intent: Intent) => {
  const { payment_method: method, customer } = intent
  if (typeof method !== 'string' || typeof customer !== 'string' || !account.billing.cards[method]) return
  attachCard(world, account, method, customer)
  const subscription = subscriptionPaidBy(account, intent)
  if (subscription) subscription.default_payment_method = method
}

/** Tries the card on an intent: it succeeds, waits for the bank's question, or says why not (the refusal). */
export const confirmByCard = (world: World, account: Account, intent: Intent, card: UsedCard, number: string): Refusal | null => {
  const behaviour = behaviourOf(number)
  const paymentMethod = world.newId('pm_')
  if (intent.setup_future_usage !== null) account.billing.cards[paymentMethod] = { card, later: behaviour.later ?? null }
  if (behaviour.challenge) {
    challenge(world, account, intent, card, { page: null, paymentMethod })
    afterTry(world, account, intent)
    return null
  }
  const charge = chargeCard(world, account, intent, { card, behaviour, paymentMethod })
  if (behaviour.refusal) delete account.billing.cards[paymentMethod]
  else keepCard(world, account, intent)
  afterTry(world, account, intent)
  afterPayment(world, account, charge, behaviour)
  return behaviour.refusal ?? null
}

/** The buyer's answer to his bank; undefined when it had asked nothing. */
export const answerBank = (world: World, account: Account, intent: Intent, passed: boolean): Refusal | null | undefined => {
  const method = String(intent.payment_method)
  const answer = answerChallenge(world, account, intent, passed)
  if (!answer) return undefined
  if (passed) keepCard(world, account, intent)
  else delete account.billing.cards[method]
  afterTry(world, account, intent)
  return 'refusal' in answer ? answer.refusal : null
}
