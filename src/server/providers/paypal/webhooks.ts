import { z } from 'zod'
import type { WebhookRegistration } from '#server/domain/payments/provider.ts'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { isProviderId } from '#server/providers/webhooks/receive.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { nothing, webhook, webhooks } from './schemas.ts'

export const paymentEvents = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
].map((name) => ({ name }))

/** An existing webhook of the same URL is kept if it sends all these events. @throws ProviderError */
export const registerWebhook = async (client: PayPalClient, url: string): Promise<WebhookRegistration> => {
  const create = () =>
    client.call(webhook, { method: 'POST', path: paths.webhooks, body: JSON.stringify({ url, event_types: paymentEvents }) })
  try {
    return { webhookId: (await create()).id, secret: null }
  } catch (error) {
    // Also after a first call whose answer was lost.
    if (!(error instanceof PayPalError) || !error.has('WEBHOOK_URL_ALREADY_EXISTS')) throw error
  }
  const existing = (await client.call(webhooks, { method: 'GET', path: paths.webhooks })).webhooks.find((each) => each.url === url)
  if (!existing) throw new ProviderError("PayPal says that it knows this webhook's address already, and doesn't list it")
  const events = existing.event_types.map(({ name }) => name)
  if (events.includes('*') || paymentEvents.every(({ name }) => events.includes(name))) return { webhookId: existing.id, secret: null }
  await removeWebhook(client, existing.id)
  return { webhookId: (await create()).id, secret: null }
}

/** It may be removed already. @throws ProviderError */
export const removeWebhook = async (client: PayPalClient, webhookId: string): Promise<void> => {
  try {
    await client.call(nothing, { method: 'DELETE', path: paths.webhook(webhookId) })
  } catch (error) {
    if (!(error instanceof PayPalError && error.status === 404)) throw error
  }
}

const id = z.string().max(127).refine(isProviderId).optional().catch(undefined)
const resource = z.object({
  id,
  custom_id: id,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).catch([]),
  supplementary_data: z
    .object({ related_ids: z.record(z.string(), id).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  purchase_units: z
    .array(
      z.object({
        custom_id: id,
        payments: z
          .object({ captures: z.array(z.looseObject({ id, custom_id: id })).catch([]) })
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
  disputed_transactions: z.array(z.object({ seller_transaction_id: id, custom: id })).catch([]),
})

const maxRefs = 20

/** Orders, captures, refunds and disputes have the ids in different fields. */
export const findRefs = (object: unknown): string[] => {
  const parsed = resource.safeParse(object)
  if (!parsed.success) return []
  const { links, supplementary_data, purchase_units, disputed_transactions } = parsed.data
  const parents = links.filter(({ rel }) => rel === 'up').map(({ href }) => /\/([A-Z0-9]{10,40})$/.exec(href)?.[1])
  const all = [
    parsed.data.id,
    parsed.data.custom_id,
    ...Object.values(supplementary_data?.related_ids ?? {}),
    ...parents,
    ...purchase_units.flatMap((unit) => [unit.custom_id, ...(unit.payments?.captures ?? []).map((capture) => capture.id)]),
    ...disputed_transactions.flatMap((each) => [each.seller_transaction_id, each.custom]),
  ]
  return [...new Set(all.filter((ref) => ref !== undefined))].slice(0, maxRefs)
}
