import { text, tree } from '#simulators/paypal/core/params.ts'
import type { Call, Route } from '#simulators/paypal/core/route.ts'
import { own } from '#simulators/paypal/core/state.ts'
import type { SigningKey } from './certificate.ts'
import { rawEvent } from './raw-event.ts'
import { verifySignature } from './signature.ts'

/** Whether PayPal sent this: SUCCESS only for the caller's own webhook, our certificate, and the event's text as it was sent. */
export const verifyRoute = (key: SigningKey, certificateUrl: () => string): Route => ({
  method: 'POST',
  path: '/v1/notifications/verify-webhook-signature',
  run: ({ account, body, text: raw }: Call) => {
    const sent = tree(body, '/')
    const read = (name: string, max: number) => text(sent[name], `/${name}`, max)
    const algorithm = read('auth_algo', 100)
    const certificate = read('cert_url', 500)
    const transmissionId = read('transmission_id', 50)
    const signature = read('transmission_sig', 500)
    const time = read('transmission_time', 100)
    const webhookId = read('webhook_id', 50)
    tree(sent.webhook_event, '/webhook_event')
    const publicKey = key.publicKey()
    const isGood =
      publicKey !== null &&
      own(account.webhooks, webhookId) !== undefined &&
      algorithm === 'SHA256withRSA' &&
      certificate === certificateUrl() &&
      verifySignature({ transmissionId, time, webhookId, body: rawEvent(raw) }, signature, publicKey)
    return { status: 200, body: { verification_status: isGood ? 'SUCCESS' : 'FAILURE' } }
  },
})
