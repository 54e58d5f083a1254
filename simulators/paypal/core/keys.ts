import { createHash } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const deriveClientId = (secretPart: string) => `Asim_${digest(`client:${secretPart}`).slice(0, 48)}`

/** Always the same for the same seed. The client id is a digest of the secret, so that it reveals nothing of it. */
export const derivePayPalKeys = (seed: string) => {
  const secretPart = digest(`paypal secret:${seed}`).slice(0, 48)
  return { clientId: deriveClientId(secretPart), clientSecret: `Esim_${secretPart}` }
}

/** A secret that ends in `_r2`, `_r3`... is a renewed one of the same app. */
export const findClientId = (secret: string) => {
  const secretPart = /^Esim_([A-Za-z0-9-]{1,80}?)(?:_r\d+)?$/.exec(secret)?.[1]
  return secretPart === undefined ? null : deriveClientId(secretPart)
}

const accountLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** In PayPal's format, e.g. '3SQBR4YEWZ4BA', always the same for the same text. */
export const deriveAccountNumber = (text: string) =>
  Array.from(createHash('sha256').update(text).digest().subarray(0, 13), (byte) => accountLetters[byte % 32]).join('')
