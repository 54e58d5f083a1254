import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { ProviderSubscription } from '#server/domain/subscription/billing-provider.ts'
import { isResourceMissing, type StripeClient } from '#server/providers/stripe/client.ts'
import { cents } from '#shared/money.ts'
import { toPlan, toPlanByInterval } from './prices.ts'

const pageSize = 100
/** Far above the subscriptions of any customer: a limit against an endless list. */
const maxPages = 10
const secretPath = 'latest_invoice.confirmation_secret'

/** Newest first; none for a customer that Stripe doesn't know. @throws ProviderError */
export const listSubscriptions = async (client: StripeClient, customerId: string): Promise<ProviderSubscription[]> => {
  const subscriptions = await listAllPages(client, customerId)
  const isOther = ({ customer }: Stripe.Subscription) => (typeof customer === 'string' ? customer : customer.id) !== customerId
  if (subscriptions.some(isOther)) throw new ProviderError('Stripe answered about another customer')
  const converted = await Promise.all(subscriptions.map((subscription) => toProviderSubscription(client, subscription)))
  return converted.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

const listAllPages = async ({ sdk, call }: StripeClient, customer: string): Promise<Stripe.Subscription[]> => {
  const all: Stripe.Subscription[] = []
  for (let page = 0; page < maxPages; page++) {
    const after = all.at(-1)?.id
    const answer = await call(
      () =>
        sdk.subscriptions.list({
          customer,
          status: 'all',
          limit: pageSize,
          expand: [`data.${secretPath}`],
          ...(after ? { starting_after: after } : {}),
        }),
      'list',
    ).catch((error: unknown) => {
      if (isResourceMissing(error)) return { data: [], has_more: false }
      throw error
    })
    all.push(...answer.data)
    if (!answer.has_more) return all
  }
  throw new ProviderError(`Stripe lists more than ${maxPages * pageSize} subscriptions of one customer`)
}

const toProviderSubscription = async (client: StripeClient, subscription: Stripe.Subscription): Promise<ProviderSubscription> => {
  const { status } = subscription
  try {
    return {
      ...toListedFields(subscription),
      unpaidSince: status === 'past_due' || status === 'unpaid' ? await fetchUnpaidSince(client, subscription.id) : null,
      isPending: status === 'incomplete' && (await fetchIsPending(client, subscription)),
    }
  } catch (cause) {
    throw cause instanceof ProviderError ? cause : new ProviderError('Stripe gave an answer that makes no sense', { cause })
  }
}

const statuses = ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const

/** @throws ProviderError for an unknown status, as its meaning for the plan can't be guessed */
export const toSubscriptionStatus = ({ status }: Stripe.Subscription): ProviderSubscription['status'] => {
  const known = statuses.find((each) => each === status)
  if (!known) throw new ProviderError(`Stripe gave a subscription that is '${String(status)}'`)
  return known
}

const toListedFields = (subscription: Stripe.Subscription): Omit<ProviderSubscription, 'unpaidSince' | 'isPending'> => {
  const { id, created, metadata, items, cancel_at, cancel_at_period_end, ended_at } = subscription
  const item = items.data[0]
  if (!id || !item) throw new Error(`the subscription ${id} has no item`)
  const isSinglePrice = items.data.length === 1 && item.price.currency === 'usd' && (item.quantity ?? 1) === 1
  const end = ended_at ?? cancel_at ?? (cancel_at_period_end ? item.current_period_end : null)
  return {
    id,
    status: toSubscriptionStatus(subscription),
    plan: toPlan(item.price) ?? (metadata.billfold_plan ? toPlanByInterval(item.price) : null),
    price: isSinglePrice && item.price.unit_amount !== null ? cents(item.price.unit_amount) : null,
    createdAt: toDate(created),
    periodEnd: toDate(item.current_period_end),
    endsAt: end === null ? null : toDate(end),
    wasPaid: wasPaid(subscription),
  }
}

const toDate = (unixSeconds: number): Date => {
  const date = new Date(unixSeconds * 1000)
  if (Number.isNaN(date.getTime())) throw new Error('no moment')
  return date
}

/** A subscription becomes active, and gets a second invoice, only after its first invoice was paid. */
const wasPaid = ({ status, latest_invoice: invoice }: Stripe.Subscription): boolean => {
  if (status === 'incomplete' || status === 'incomplete_expired') return false
  if (status !== 'canceled' && status !== 'paused') return true
  return invoice !== null && typeof invoice === 'object' && (invoice.status === 'paid' || invoice.billing_reason !== 'subscription_create')
}

/** Of the oldest open invoice: further unpaid invoices don't restart the grace period. */
const fetchUnpaidSince = async ({ sdk, call }: StripeClient, subscription: string): Promise<Date | null> => {
  const open = await call(() => sdk.invoices.list({ subscription, status: 'open', limit: pageSize }), 'list')
  const dates = open.data.map(({ created, status_transitions }) => status_transitions.finalized_at ?? created)
  return dates.length > 0 ? toDate(Math.min(...dates)) : null
}

/** The payment intent of a first invoice is known only by the id in its client secret. */
const fetchIsPending = async ({ sdk, call }: StripeClient, { latest_invoice: invoice }: Stripe.Subscription): Promise<boolean> => {
  const secret = invoice && typeof invoice === 'object' ? invoice.confirmation_secret?.client_secret : undefined
  const intent = /^(pi_[A-Za-z0-9]+)_secret_/.exec(secret ?? '')?.[1]
  if (!intent) return false
  const { status } = await call(() => sdk.paymentIntents.retrieve(intent), 'payment_intent')
  return status === 'processing'
}
