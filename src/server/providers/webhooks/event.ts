import { InvalidEvent } from '#server/domain/payments/provider-error.ts'

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
