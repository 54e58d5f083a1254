import type Stripe from 'stripe'
import { attachCard } from '#simulators/stripe/billing/customers/payment-method.ts'
import { validateCardInput } from '#simulators/stripe/billing/stripe-js/card-input.ts'
import { collectInvoice } from '#simulators/stripe/billing/subscriptions/collect-invoice.ts'
import { getSubscriptionCustomer } from '#simulators/stripe/billing/subscriptions/subscription.ts'
import type { Context } from '#simulators/stripe/core/context.ts'
import type { Account } from '#simulators/stripe/core/state.ts'
import { type Decline, getCardBehavior } from '#simulators/stripe/payments/cards.ts'

/** What is no number becomes 0, which is invalid. */
const parseCardForm = (form: URLSearchParams) => {
  const getField = (name: string) => (form.get(name) ?? '').trim().slice(0, 40)
  const [month = '', year = ''] = getField('expiry').split(/\s*\/\s*/)
  const toNumber = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : 0)
  return { number: getField('number'), exp_month: toNumber(month), exp_year: toNumber(year), cvc: getField('cvc') }
}

/** @returns the decline of a card that cannot be saved */
export const replaceCard = (
  context: Context,
  account: Account,
  subscription: Stripe.Subscription,
  form: URLSearchParams,
): Decline | null => {
  const customer = getSubscriptionCustomer(account, subscription)
  const input = validateCardInput(parseCardForm(form), { name: customer.name ?? '', email: customer.email }, new Date(context.now() * 1000))
  if ('decline' in input) return input.decline
  const { decline, renewalDecline } = getCardBehavior(input.number)
  if (decline) return decline
  const id = context.newId('pm_')
  account.billing.cards[id] = { card: input.card, later: renewalDecline ?? null }
  attachCard(context, account, id, customer.id)
  subscription.default_payment_method = id
  customer.invoice_settings.default_payment_method = id
  const invoice = account.objects.invoice[String(subscription.latest_invoice)]
  if (invoice?.status === 'open') collectInvoice(context, account, invoice)
  context.changed()
  return null
}
