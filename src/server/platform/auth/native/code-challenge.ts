import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName, getCookieOptions } from '#server/platform/auth/sessions/sessions.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

const base64urlSha256 = /^[\w-]{43}$/

const isChallenge = (text: unknown): text is string => typeof text === 'string' && base64urlSha256.test(text)

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

const getName = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.app')
const maxAgeSeconds = 3600

/** It only decides where links of pages without other context lead, never who is signed in. */
export const createAppSignInCookie = (publicUrl: () => URL) => ({
  set: (reply: FastifyReply, challenge: string): void =>
    void reply.setCookie(getName(publicUrl()), challenge, { ...getCookieOptions(publicUrl()), maxAge: maxAgeSeconds }),
  clear: (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.cookies[getName(publicUrl())] !== undefined) reply.clearCookie(getName(publicUrl()), getCookieOptions(publicUrl()))
  },
  read: (request: FastifyRequest): string | null => {
    // A request that an earlier hook refused has no parsed cookies.
    const challenge = (request.cookies as FastifyRequest['cookies'] | null)?.[getName(publicUrl())]
    return isChallenge(challenge) ? challenge : null
  },
})
export type AppSignInCookie = ReturnType<typeof createAppSignInCookie>

/** `returnTo` is a path of this site; the native app, which has a `challenge`, keeps its own. */
export const getLoginPath = (challenge: string | null, returnTo: string | null = null): string => {
  if (challenge !== null) return `/api/login?app=${challenge}`
  return returnTo ? `/api/login?returnTo=${encodeURIComponent(returnTo)}` : '/api/login'
}
