import { InvalidEvent, InvalidSignature, ProviderError } from '#server/domain/payments/provider-error.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { RawRequest } from '#server/platform/http/raw-route.ts'
import { type ProviderName, providerLabels } from '#shared/payment-methods.ts'
import { createInvalidSignatureLimit } from './invalid-signatures.ts'

/** Characters of an event's type: 'checkout.session.completed', 'CHECKOUT.PAYMENT-APPROVAL.REVERSED'. */
const typePattern = /^[\w.-]{1,100}$/

/** Printable ASCII, so that the database can compare the id with those that are stored. */
export const isProviderId = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)

/** @throws InvalidEvent when the id or the type is none: a signature proves who sent an event, not that it is in order */
export const checkEvent = <E extends { id: unknown; type: unknown }>({ id, type, ...rest }: E) => {
  if (!isProviderId(id)) throw new InvalidEvent('The id of this event must be 1 to 255 printable characters.')
  if (typeof type !== 'string' || !typePattern.test(type))
    throw new InvalidEvent('The type of this event must be 1 to 100 letters, digits, dots, dashes or underscores.')
  return { id, type, ...rest }
}

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
