import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName, getCookieOptions } from '#server/platform/auth/sessions/sessions.ts'
import { isChallenge } from './code-challenge.ts'

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
