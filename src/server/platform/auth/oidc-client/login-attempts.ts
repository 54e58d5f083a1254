import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName, getCookieOptions } from '#server/platform/auth/sessions/sessions.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'

/** One sign-in under way: what the callback has to match, and where the person wanted to go. */
export type LoginAttempt = { state: string; nonce: string; verifier: string; returnTo: string | null } & {
  /** The challenge of the native app that this browser signs in for; null when it signs in itself. */
  app: string | null
}

const place = 'login cookie'
const lifeMs = 10 * 60_000
/** Several tabs may sign in at once; older attempts beyond this many are dropped, so that the cookies stay small. */
const kept = 4

const prefixOf = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.login.')
const startedAt = (name: string) => Number.parseInt(name.split('.').at(-2) ?? '', 36)

/** Keeps sign-ins that are under way in encrypted cookies of the browser that started them: a visit leaves nothing on the server. */
export const createLoginAttempts = (secrets: Secrets, now: () => Date) => ({
  keep: (request: FastifyRequest, reply: FastifyReply, attempt: LoginAttempt, publicUrl: URL) => {
    const prefix = prefixOf(publicUrl)
    const older = Object.keys(request.cookies).filter((name) => name.startsWith(prefix))
    older.sort((a, b) => startedAt(b) - startedAt(a))
    for (const name of older.slice(kept - 1)) reply.clearCookie(name, getCookieOptions(publicUrl))
    const at = now().getTime()
    const { keyId, sealed } = secrets.encrypt(JSON.stringify({ ...attempt, at }), place)
    // With its key's name: the key may change while somebody signs in.
    reply.setCookie(`${prefix}${at.toString(36)}.${attempt.state.slice(0, 12)}`, `${keyId}.${sealed.toString('base64url')}`, {
      ...getCookieOptions(publicUrl),
      maxAge: lifeMs / 1000,
    })
  },
  /** Answers the attempt with this state once, and null when this browser has none (any more). */
  take: (request: FastifyRequest, reply: FastifyReply, state: string, publicUrl: URL): LoginAttempt | null => {
    const prefix = prefixOf(publicUrl)
    const name = Object.keys(request.cookies).find((name) => name.startsWith(prefix) && name.endsWith(`.${state.slice(0, 12)}`))
    if (!name || state.length < 12) return null
    reply.clearCookie(name, getCookieOptions(publicUrl))
    try {
      const [keyId = '', text = ''] = (request.cookies[name] ?? '').split('.')
      const sealed = Buffer.from(text, 'base64url')
      const { at, ...attempt } = JSON.parse(secrets.decrypt({ keyId, sealed }, place)) as LoginAttempt & { at: number }
      return attempt.state === state && now().getTime() - at <= lifeMs ? attempt : null
    } catch {
      return null
    }
  },
})
