import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '#server/platform/errors/app-error.ts'

const digest = /^[\w-]{43}$/

/** Whether the text could be a challenge: a SHA-256 in base64url. */
export const isChallenge = (text: unknown): text is string => typeof text === 'string' && digest.test(text)

/**
 * The challenge by which the native app binds a sign-in to itself, as it stood in the address; null when it stands in for nobody.
 * @throws AppError 400 for anything that can't be one
 */
export const parseChallenge = (text: unknown): string | null => {
  if (text === undefined) return null
  if (isChallenge(text)) return text
  throw new AppError(400, 'This sign-in was not begun by the app as it should be. Please begin again there.')
}

/** Whether the challenge was made of this verifier. */
export const verifyChallenge = (verifier: string, challenge: string): boolean => {
  const made = createHash('sha256').update(verifier).digest()
  const told = Buffer.from(challenge, 'base64url')
  return told.length === made.length && timingSafeEqual(told, made)
}
