import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName, getCookieOptions } from '#server/platform/auth/sessions/sessions.ts'
import { isChallenge } from './code-challenge.ts'

const nameOf = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.app')
const lifeSeconds = 3600

/**
 * That the sign-in which a browser is at was begun by the native app, in a cookie, for pages that know nothing else of it: they start over for the app
 * then. It decides where links lead, never who is signed in.
 */
export const createAppSignInCookie = (publicUrl: () => URL) => ({
  remember: (reply: FastifyReply, challenge: string): void =>
    void reply.setCookie(nameOf(publicUrl()), challenge, { ...getCookieOptions(publicUrl()), maxAge: lifeSeconds }),
  forget: (request: FastifyRequest, reply: FastifyReply): void => {
    if (request.cookies[nameOf(publicUrl())] !== undefined) reply.clearCookie(nameOf(publicUrl()), getCookieOptions(publicUrl()))
  },
  /** The app's challenge, or null when a browser signs in for itself. */
  read: (request: FastifyRequest): string | null => {
    // A request that is refused at the door has none yet.
    const challenge = (request.cookies as FastifyRequest['cookies'] | null)?.[nameOf(publicUrl())]
    return isChallenge(challenge) ? challenge : null
  },
  /** Whether an app waits for how this goes on, as far as the request tells. */
})
export type AppSignInCookie = ReturnType<typeof createAppSignInCookie>

/** Where a sign-in begins, for the app or for the browser itself. @param returnTo a path of this site; the app keeps its own */
export const getLoginPath = (challenge: string | null, returnTo: string | null = null): string => {
  if (challenge !== null) return `/api/login?app=${challenge}`
  return returnTo ? `/api/login?returnTo=${encodeURIComponent(returnTo)}` : '/api/login'
}
