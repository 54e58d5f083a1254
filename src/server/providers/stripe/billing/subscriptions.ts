import type Stripe from 'stripe'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import type { ProviderSubscription } from '#server/domain/subscription/billing-provider.ts'
import { isResourceMissing } from '#server/providers/stripe/errors.ts'
import { cents } from '#shared/money.ts'
import { toPlan, toPlanByInterval } from './prices.ts'
import type { CallStripe } from './provider.ts'

const pageSize = 100
/** Nobody has so many; an answer that never ends must not keep us for ever. */
const mostPages = 10
const secretPath = 'latest_invoice.confirmation_secret'

/**
 * All subscriptions that this customer ever had, the newest first; none for a customer that Stripe doesn't know.
 * @throws ProviderError
 */
export const listSubscriptions = async (stripe: Stripe, ask: CallStripe, customerId: string): Promise<ProviderSubscription[]> => {
  const found = await listed(stripe, ask, customerId)
  if (found.some(({ customer }) => idOf(customer) !== customerId)) throw new ProviderError('Stripe answered about another customer')
  const told = found.map(async (subscription): Promise<ProviderSubscription> => {
    const { status } = subscription
    try {
      return {
        ...factsOf(subscription),
        unpaidSince: status === 'past_due' || status === 'unpaid' ? await unpaidSince(stripe, ask, subscription.id) : null,
        isPending: status === 'incomplete' && (await isPending(stripe, ask, subscription)),
      }
    } catch (cause) {
      throw cause instanceof ProviderError ? cause : new ProviderError('Stripe gave an answer that makes no sense', { cause })
    }
  })
  return (await Promise.all(told)).sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

const listed = async (stripe: Stripe, ask: CallStripe, customer: string): Promise<Stripe.Subscription[]> => {
  const all: Stripe.Subscription[] = []
  for (let page = 0; page < mostPages; page++) {
    const after = all.at(-1)?.id
    const answer = await ask(
      () =>
        stripe.subscriptions.list({
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
  throw new ProviderError(`Stripe lists more than ${mostPages * pageSize} subscriptions of one customer`)
}

const statuses = ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'] as const

/** @throws ProviderError for a word that nobody knows so far: what it means for the plan can't be guessed */
export const toSubscriptionStatus = ({ status }: Stripe.Subscription): ProviderSubscription['status'] => {
  const known = statuses.find((one) => one === status)
  if (!known) throw new ProviderError(`Stripe gave a subscription that is '${String(status)}'`)
  return known
}

/** What the list itself tells. */
const factsOf = (subscription: Stripe.Subscription): Omit<ProviderSubscription, 'unpaidSince' | 'isPending'> => {
  const { id, created, metadata, items, cancel_at, cancel_at_period_end, ended_at } = subscription
  const item = items.data[0]
  if (!id || !item) throw new Error(`the subscription ${id} has no item`)
  const periodEnd = at(item.current_period_end)
  const isSinglePrice = items.data.length === 1 && item.price.currency === 'usd' && (item.quantity ?? 1) === 1
  const ends = ended_at ?? cancel_at ?? (cancel_at_period_end ? item.current_period_end : null)
  return {
    id,
    status: toSubscriptionStatus(subscription),
    plan: toPlan(item.price) ?? (metadata.billfold_plan ? toPlanByInterval(item.price) : null),
    price: isSinglePrice && item.price.unit_amount !== null ? cents(item.price.unit_amount) : null,
    createdAt: at(created),
    periodEnd,
    endsAt: ends === null ? null : at(ends),
    wasPaid: wasPaid(subscription),
  }
}

const at = (seconds: number): Date => {
  const moment = new Date(seconds * 1000)
  if (Number.isNaN(moment.getTime())) throw new Error('no moment')
  return moment
}

/** One that came past its first invoice was paid: nothing follows before that. */
const wasPaid = ({ status, latest_invoice: invoice }: Stripe.Subscription): boolean => {
  if (status === 'incomplete' || status === 'incomplete_expired') return false
  if (status !== 'canceled' && status !== 'paused') return true
  return invoice !== null && typeof invoice === 'object' && (invoice.status === 'paid' || invoice.billing_reason !== 'subscription_create')
}

/** The oldest bill that is open: a second one must not begin the grace anew. */
const unpaidSince = async (stripe: Stripe, ask: CallStripe, subscription: string): Promise<Date | null> => {
  const open = await ask(() => stripe.invoices.list({ subscription, status: 'open', limit: pageSize }), 'list')
  const since = open.data.map(({ created, status_transitions }) => status_transitions.finalized_at ?? created)
  return since.length > 0 ? at(Math.min(...since)) : null
}

/** Whether the bank is still deciding. The intent of a first invoice is known by its secret alone. */
const isPending = async (stripe: Stripe, ask: CallStripe, { latest_invoice: invoice }: Stripe.Subscription): Promise<boolean> => {
  const secret = invoice && typeof invoice === 'object' ? invoice.confirmation_secret?.client_secret : undefined
  const intent = /^(pi_[A-Za-z0-9]+)_secret_/.exec(secret ?? '')?.[1]
  if (!intent) return false
  const { status } = await ask(() => stripe.paymentIntents.retrieve(intent), 'payment_intent')
  return status === 'processing'
}

const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)
