import { z } from 'zod'
import type { WebhookHeaders } from '#server/domain/payments/provider.ts'
import { InvalidSignature } from '#server/domain/payments/provider-error.ts'
import { checkEvent } from '#server/providers/webhooks/receive.ts'
import type { PayPalClient } from './client.ts'
import { PayPalError } from './errors.ts'
import { paths } from './paths.ts'
import { verification } from './schemas.ts'

const event = z.looseObject({ id: z.string(), event_type: z.string(), resource: z.unknown().optional() })

/** In the formats of PayPal's API description. */
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

/** PayPal itself is asked. `object` in the result is not verified. @throws InvalidSignature, InvalidEvent, ProviderError */
export const verifyWebhookSignature = async (
  client: PayPalClient,
  apiOrigin: string,
  raw: Buffer,
  headers: WebhookHeaders,
  webhookId: string,
): Promise<{ id: string; type: string; object: unknown }> => {
  const signature = transmission.safeParse({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
  })
  if (!signature.success || !isTrustedCertificate(signature.data.cert_url, apiOrigin))
    throw new InvalidSignature("This event doesn't carry PayPal's signature")
  const { text, parsed } = parseBody(raw)
  // Before PayPal is asked: what can't be stored needs no verification.
  const verified = checkEvent({ id: parsed.id, type: parsed.event_type, object: parsed.resource })
  // The event is inserted as text, since the signature covers its characters.
  const fields = JSON.stringify({ ...signature.data, webhook_id: webhookId })
  const body = `${fields.slice(0, -1)},"webhook_event":${text}}`
  const { verification_status } = await client
    .call(verification, { method: 'POST', path: paths.verification, body, tries: 2 })
    .catch((error: unknown) => {
      const isMalformed = error instanceof PayPalError && (error.status === 400 || error.status === 422)
      throw isMalformed ? new InvalidSignature("PayPal can't make sense of this event", { cause: error }) : error
    })
  if (verification_status !== 'SUCCESS') throw new InvalidSignature("PayPal didn't send this event")
  return verified
}

const isTrustedCertificate = (certUrl: string, apiOrigin: string): boolean => {
  if (!URL.canParse(certUrl)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(certUrl)
  if (origin === new URL(apiOrigin).origin && !username && !password) return true
  return protocol === 'https:' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com')) && !port && !username && !password
}

/** @throws InvalidSignature unless the body is one JSON object: no other text can be inserted into the request */
const parseBody = (raw: Buffer) => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
    return { text, parsed: event.parse(JSON.parse(text)) }
  } catch (cause) {
    throw new InvalidSignature("This event isn't in PayPal's form", { cause })
  }
}
