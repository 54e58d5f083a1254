import { createHash } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const clientIdOf = (secretPart: string) => `Asim_${digest(`client:${secretPart}`).slice(0, 48)}`

/**
 * A simulated app's credentials for a business, the same for the same seed text. The client id is a digest of the secret, so that a
 * page which shows it gives nothing away.
 */
export const derivePayPalKeys = (seed: string) => {
  const secretPart = digest(`paypal secret:${seed}`).slice(0, 48)
  return { clientId: clientIdOf(secretPart), clientSecret: `Esim_${secretPart}` }
}

/**
 * The client id that goes with a secret, or null when it is no secret of this sandbox. Any 'Esim_...' is one; ending in `_r2`,
 * `_r3`... it is a renewed secret of the same app.
 */
export const clientIdOfSecret = (secret: string) => {
  const secretPart = /^Esim_([A-Za-z0-9-]{1,80}?)(?:_r\d+)?$/.exec(secret)?.[1]
  return secretPart === undefined ? null : clientIdOf(secretPart)
}

const payerLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** An account number in PayPal's shape, e.g. '3SQBR4YEWZ4BA', the same for the same text. */
export const accountNumber = (text: string) =>
  Array.from(createHash('sha256').update(text).digest().subarray(0, 13), (byte) => payerLetters[byte % 32]).join('')
