import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '#server/platform/errors/app-error.ts'

const base64urlSha256 = /^[\w-]{43}$/

export const isChallenge = (text: unknown): text is string => typeof text === 'string' && base64urlSha256.test(text)

/** As in PKCE. @returns null when there is none: the browser signs in for itself. @throws AppError 400 when the value is not a challenge */
export const parseChallenge = (text: unknown): string | null => {
  if (text === undefined) return null
  if (isChallenge(text)) return text
  throw new AppError(400, 'This sign-in link is not complete. Please start again in the app.')
}

export const verifyChallenge = (verifier: string, challenge: string): boolean => {
  const expected = createHash('sha256').update(verifier).digest()
  const given = Buffer.from(challenge, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
