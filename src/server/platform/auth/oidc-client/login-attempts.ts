import type { FastifyReply, FastifyRequest } from 'fastify'
import { getCookieName, getCookieOptions } from '#server/platform/auth/sessions/sessions.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'

export type LoginAttempt = {
  state: string
  nonce: string
  verifier: string
  returnTo: string | null
  /** Null when the browser signs in for itself. */
  app: string | null
}

const encryptionContext = 'login cookie'
const lifetimeMs = 10 * 60_000
/** Several tabs may sign in at once. Older attempts are dropped, to keep the cookies small. */
const maxAttempts = 4

const getPrefix = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.login.')
const getStartTime = (name: string) => Number.parseInt(name.split('.').at(-2) ?? '', 36)

/** In encrypted cookies, so that a visit of the sign-in page stores nothing on the server. */
export const createLoginAttempts = (secrets: Secrets, now: () => Date) => ({
  store: (request: FastifyRequest, reply: FastifyReply, attempt: LoginAttempt, publicUrl: URL) => {
    const prefix = getPrefix(publicUrl)
    const older = Object.keys(request.cookies).filter((name) => name.startsWith(prefix))
    older.sort((a, b) => getStartTime(b) - getStartTime(a))
    for (const name of older.slice(maxAttempts - 1)) reply.clearCookie(name, getCookieOptions(publicUrl))
    const at = now().getTime()
    const { keyId, sealed } = secrets.encrypt(JSON.stringify({ ...attempt, at }), encryptionContext)
    // The key id is included, because the key may be rotated during a sign-in.
    reply.setCookie(`${prefix}${at.toString(36)}.${attempt.state.slice(0, 12)}`, `${keyId}.${sealed.toString('base64url')}`, {
      ...getCookieOptions(publicUrl),
      maxAge: lifetimeMs / 1000,
    })
  },
  take: (request: FastifyRequest, reply: FastifyReply, state: string, publicUrl: URL): LoginAttempt | null => {
    const prefix = getPrefix(publicUrl)
    const name = Object.keys(request.cookies).find((name) => name.startsWith(prefix) && name.endsWith(`.${state.slice(0, 12)}`))
    if (!name || state.length < 12) return null
    reply.clearCookie(name, getCookieOptions(publicUrl))
    try {
      const [keyId = '', text = ''] = (request.cookies[name] ?? '').split('.')
      const sealed = Buffer.from(text, 'base64url')
      const { at, ...attempt } = JSON.parse(secrets.decrypt({ keyId, sealed }, encryptionContext)) as LoginAttempt & { at: number }
      return attempt.state === state && now().getTime() - at <= lifetimeMs ? attempt : null
    } catch {
      return null
    }
  },
})
export type LoginAttempts = ReturnType<typeof createLoginAttempts>
