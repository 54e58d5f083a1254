import { z } from 'zod'
import { InvalidSignature, type WebhookEvent } from '#server/domain/payments/provider.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { verification } from './schemas.ts'

const text = z.string().min(1).max(127)
const maybe = text.optional().catch(undefined)
const loose = z.looseObject({ id: maybe, custom_id: maybe })

const resource = z.object({
  id: maybe,
  custom_id: maybe,
  links: z.array(z.object({ rel: z.string(), href: z.string() })).catch([]),
  supplementary_data: z
    .object({ related_ids: z.record(z.string(), maybe).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  purchase_units: z
    .array(
      z.object({
        custom_id: maybe,
        payments: z
          .object({ captures: z.array(loose).catch([]) })
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
  disputed_transactions: z.array(z.object({ seller_transaction_id: maybe, custom: maybe })).catch([]),
})

/** More than any event of one invoice names. */
const most = 20

/** Every id in an event's object by which an attempt may be found; an order, a payment, a refund and a dispute all name them elsewhere. */
const findRefs = (found: unknown): string[] => {
  const parsed = resource.safeParse(found)
  if (!parsed.success) return []
  const { id, custom_id, links, supplementary_data, purchase_units, disputed_transactions } = parsed.data
  const above = links.filter(({ rel }) => rel === 'up').map(({ href }) => /\/([A-Z0-9]{10,40})$/.exec(href)?.[1])
  const all = [
    id,
    custom_id,
    ...Object.values(supplementary_data?.related_ids ?? {}),
    ...above,
    ...purchase_units.flatMap((unit) => [unit.custom_id, ...(unit.payments?.captures ?? []).map((capture) => capture.id)]),
    ...disputed_transactions.flatMap((each) => [each.seller_transaction_id, each.custom]),
  ]
  return [...new Set(all.filter((ref) => ref !== undefined))].slice(0, most)
}

type Headers = Record<string, string | string[] | undefined>

const event = z.looseObject({ id: z.string().min(1).max(100), event_type: z.string().min(1).max(100), resource: z.unknown().optional() })

/** Of the forms that PayPal itself names; anything else needn't be asked about. */
const transmission = z.object({
  auth_algo: z.string().regex(/^[A-Za-z0-9]{1,100}$/),
  cert_url: z.string().max(500),
  transmission_id: z
    .string()
    .max(50, { abort: true })
    .regex(/^(?!\d+$)\w+[^\s]{1,49}$/),
  transmission_sig: z
    .string()
    .max(500, { abort: true })
    .regex(/^(?!\d+$)\w+[^\s]+$/),
  transmission_time: z.iso.datetime({ offset: true }),
})

/**
 * Reads an event after PayPal itself confirmed that it sent these very bytes.
 * @throws BadSignature when it didn't, ProviderError when it can't be asked
 */
export const verifyWebhookSignature = async (
  api: PayPalClient,
  apiOrigin: string,
  raw: Buffer,
  headers: Headers,
  webhookId: string,
): Promise<WebhookEvent> => {
  const signed = transmission.safeParse({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
  })
  if (!signed.success || !isPayPals(signed.data.cert_url, apiOrigin))
    throw new InvalidSignature("This event doesn't carry PayPal's signature")
  const { text, found } = textOf(raw)
  // Spliced in as it came: PayPal signed these characters, not what they mean.
  const about = JSON.stringify({ ...signed.data, webhook_id: webhookId })
  const { verification_status } = await api
    .call(verification, { method: 'POST', path: paths.verification, body: `${about.slice(0, -1)},"webhook_event":${text}}`, tries: 2 })
    .catch((error: unknown) => {
      const makesNoSense = error instanceof PayPalError && (error.status === 400 || error.status === 422)
      throw makesNoSense ? new InvalidSignature("PayPal can't make sense of this event", { cause: error }) : error
    })
  if (verification_status !== 'SUCCESS') throw new InvalidSignature("PayPal didn't send this event")
  return { id: found.id, type: found.event_type, refs: findRefs(found.resource) }
}

/** Its certificate comes from PayPal, or from wherever we ask. */
const isPayPals = (certUrl: string, apiOrigin: string): boolean => {
  if (!URL.canParse(certUrl)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(certUrl)
  if (origin === new URL(apiOrigin).origin && !username && !password) return true
  return protocol === 'https:' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com')) && !port && !username && !password
}

/** @throws BadSignature for anything but one JSON object, which is what may be spliced */
const textOf = (raw: Buffer) => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
    return { text, found: event.parse(JSON.parse(text)) }
  } catch (cause) {
    throw new InvalidSignature("This event isn't in PayPal's form", { cause })
  }
}
