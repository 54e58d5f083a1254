/** Returns 128 random bits as hex. Works on plain http, where `crypto.randomUUID` doesn't exist. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
