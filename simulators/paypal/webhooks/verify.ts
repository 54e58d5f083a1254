import { readObject, readText } from '#simulators/paypal/core/params.ts'
import type { ApiCall, Route } from '#simulators/paypal/core/route.ts'
import { findById } from '#simulators/paypal/core/state.ts'
import type { SigningKey } from './certificate.ts'
import { extractRawEvent } from './raw-event.ts'
import { verifySignature } from './signature.ts'

/** SUCCESS only for the app's own webhook, this certificate and the unchanged text of the event. */
export const createVerifyRoute = (key: SigningKey, certificateUrl: () => string): Route => ({
  method: 'POST',
  path: '/v1/notifications/verify-webhook-signature',
  run: ({ account, body, text: raw }: ApiCall) => {
    const sent = readObject(body, '/')
    const read = (name: string, max: number) => readText(sent[name], `/${name}`, max)
    const algorithm = read('auth_algo', 100)
    const certificate = read('cert_url', 500)
    const transmissionId = read('transmission_id', 50)
    const signature = read('transmission_sig', 500)
    const time = read('transmission_time', 100)
    const webhookId = read('webhook_id', 50)
    readObject(sent.webhook_event, '/webhook_event')
    const publicKey = key.publicKey()
    const isValid =
      publicKey !== null &&
      findById(account.webhooks, webhookId) !== undefined &&
      algorithm === 'SHA256withRSA' &&
      certificate === certificateUrl() &&
      verifySignature({ transmissionId, time, webhookId, body: extractRawEvent(raw) }, signature, publicKey)
    return { status: 200, body: { verification_status: isValid ? 'SUCCESS' : 'FAILURE' } }
  },
})
