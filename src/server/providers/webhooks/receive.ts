import { InvalidEvent, InvalidSignature, ProviderError } from '#server/domain/payments/provider-error.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RawRequest } from '#server/platform/http/raw-route.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { createInvalidSignatureLimit } from './invalid-signatures.ts'

/** Far above what providers send. */
export const maxWebhookBytes = 262_144

/** The provider sends the event again. */
export const webhookUnavailable = (message: string) => new AppError(503, message, { retryAfter: 60 })

export const webhookNotRegistered = () => webhookUnavailable('This webhook is just being registered. Please send the event again.')

type Deps = { now: () => Date; log: (line: string) => void }
/** `endpoint` identifies it for the rate limit; `description` is for the log. */
type Source = { provider: ProviderName; endpoint: string; description: string }

export const createWebhookReceiver = ({ now, log }: Deps) => {
  const limit = createInvalidSignatureLimit(() => now().getTime(), log)
  return {
    /** To be called first. @throws AppError 429 after too many events with an invalid signature */
    assertBelowLimit: ({ address }: RawRequest, endpoint: string): void => {
      if (limit.isExceeded(address, endpoint))
        throw new AppError(429, 'Too many events without a good signature. Wait a minute.', { retryAfter: 60 })
    },
    /** @throws AppError 400 for an invalid signature or event, 503 when the provider has to be asked and doesn't answer */
    verify: async <E>({ address }: RawRequest, { provider, endpoint, description }: Source, verify: () => Promise<E> | E): Promise<E> => {
      try {
        return await verify()
      } catch (error) {
        if (error instanceof InvalidSignature) {
          limit.record(address, endpoint, description)
          throw new AppError(400, `This event was not signed by ${providerLabels[provider]}, or not lately.`)
        }
        if (error instanceof InvalidEvent) {
          limit.record(address, endpoint, description)
          throw new AppError(400, error.message)
        }
        if (!(error instanceof ProviderError)) throw error
        log(`An event for ${description} couldn't be verified and will be sent again: ${error.message}`)
        throw webhookUnavailable(`${providerLabels[provider]} could not be asked whether this event is its own. Please send it again.`)
      }
    },
  }
}

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>
