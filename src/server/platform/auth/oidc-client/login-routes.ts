import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppCodes } from '#server/platform/auth/native/app-codes.ts'
import { type AppSignInCookie, getLoginPath } from '#server/platform/auth/native/app-sign-in-cookie.ts'
import { parseChallenge } from '#server/platform/auth/native/code-challenge.ts'
import { renderContinueInAppPage, renderReturnToAppPage } from '#server/platform/auth/pages/native-app-pages.ts'
import type { SecurityEventInput } from '#server/platform/auth/security-events.ts'
import { getCookieName, getCookieOptions, type Sessions } from '#server/platform/auth/sessions/sessions.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getRequestSource, type RequestSource } from '#server/platform/http/request-source.ts'
import { isNativeShell } from '#shared/native-shell.ts'
import type { createLoginAttempts } from './login-attempts.ts'
import type { Claims, OidcClient } from './oidc-client.ts'
import { parseReturnPath } from './return-path.ts'
import { LoginAttemptNotFoundError, sendSignInError } from './sign-in-errors.ts'

/** Writes down what happened to a user's account. */
export type RecordEvent = (userId: number, event: SecurityEventInput) => Promise<void>

type Deps = {
  publicUrl: () => URL
  sessions: Sessions
  attempts: ReturnType<typeof createLoginAttempts>
  relyingParty: OidcClient
  userOf(claims: Claims, from: RequestSource): Promise<number>
  record: RecordEvent
  /** Ends what the provider remembers of this browser; null when that isn't ours to end. */
  leaveProvider: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | null
  /** For sign-ins that the native app began. */
  appCodes: AppCodes
  begunInApp: AppSignInCookie
  /** Whether nobody comes back from the provider without having signed in there a moment ago. */
  asksEachTime: boolean
  log: (line: string) => void
}
/**
 * `app`: the native app's challenge; `again`: for whom the last sign-in was begun here; `other`: with another account than the one signed in.
 */
type LoginQuery = { Querystring: Partial<Record<'returnTo' | 'create' | 'moved' | 'app' | 'again' | 'other', string>> }

/** Remembers that this browser signed out here, while the provider may still know it. */
const signedOutCookie = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.out')

/** GET /api/login, /api/login/callback and /api/logout. */
export const registerLoginRoutes = (app: FastifyInstance, deps: Deps) => {
  const { publicUrl, sessions, attempts, relyingParty, userOf, record, leaveProvider, appCodes, begunInApp, asksEachTime, log } = deps

  app.get<LoginQuery>('/api/login', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { create, moved, again, other } = request.query
    const returnTo = parseReturnPath(request.query.returnTo)
    const app = parseChallenge(request.query.app) ?? (again === undefined ? null : begunInApp.read(request))
    if (!moved && request.hostname !== publicUrl().hostname) {
      // Cookies belong to a host name: the way back ends at the public one, so it starts there. Once only: a proxy may rewrite the name.
      const asked = { returnTo, create, app, again, other }
      const there = new URLSearchParams({ moved: '1', ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value)) })
      return reply.redirect(`${publicUrl().origin}/api/login?${there}`, 302)
    }
    const user = await sessions.signedInUser(request)
    if (app === null) {
      if (user) return reply.redirect(returnTo ?? '/', 302)
      // The shell's own page sends him to the system's browser, which has his passwords and shows the address.
      if (isNativeShell(request.headers['user-agent'])) return reply.redirect(returnTo ?? '/dashboard', 302)
      begunInApp.forget(request, reply)
    } else {
      begunInApp.remember(reply, app)
      if (user && !other) {
        const page = renderContinueInAppPage({ email: user.email, challenge: app, otherHref: `${getLoginPath(app)}&other=1` })
        return reply.headers(page.headers).send(page.html)
      }
    }
    try {
      await leaveProvider?.(request, reply)
      // The app's sign-out can't be seen here: the provider asks each time the app wants somebody signed in.
      const askAgain = app !== null || request.cookies[signedOutCookie(publicUrl())] !== undefined
      const { url, attempt } = await relyingParty.startAuthorization({ create: create === '1', askAgain, returnTo, app })
      attempts.keep(request, reply, attempt, publicUrl())
      return reply.redirect(url.href, 302)
    } catch (error) {
      return sendSignInError(request, reply, error, { again: getLoginPath(app, returnTo), ofApp: app !== null, log })
    }
  })

  app.get<{ Querystring: { state?: string } }>('/api/login/callback', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const state = typeof request.query.state === 'string' ? request.query.state : ''
    const attempt = attempts.take(request, reply, state, publicUrl())
    const app = attempt ? (attempt.app ?? null) : begunInApp.read(request)
    try {
      if (!attempt) {
        // A reloaded or revisited callback of somebody who is in already.
        if (app === null && (await sessions.signedInUser(request))) return reply.redirect('/', 302)
        throw new LoginAttemptNotFoundError()
      }
      const start = request.url.indexOf('?')
      const claims = await relyingParty.finishAuthorization(start < 0 ? '' : request.url.slice(start), attempt)
      await leaveProvider?.(request, reply)
      const userId = await userOf(claims, getRequestSource(request))
      if (app !== null) {
        // It is the app that is signed in: this browser stays as it was.
        const page = renderReturnToAppPage({ email: claims.email, code: await appCodes.make(userId, app), byItself: asksEachTime })
        return reply.headers(page.headers).send(page.html)
      }
      // First: no session without its line.
      await record(userId, { kind: 'signed_in', ...getRequestSource(request) })
      await sessions.start(request, userId)
      if (request.cookies[signedOutCookie(publicUrl())] !== undefined)
        reply.clearCookie(signedOutCookie(publicUrl()), getCookieOptions(publicUrl()))
      return reply.redirect(attempt.returnTo ?? '/', 302)
    } catch (error) {
      return sendSignInError(request, reply, error, { again: getLoginPath(app, attempt?.returnTo ?? null), ofApp: app !== null, log })
    }
  })

  app.get('/api/logout', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isNotMeant(request)) throw new AppError(403, 'This request comes from another site and was refused')
    const user = await sessions.signedInUser(request)
    await sessions.end(request, reply)
    if (user) await record(user.id, { kind: 'signed_out', ...getRequestSource(request) })
    if (leaveProvider) await leaveProvider(request, reply)
    else reply.setCookie(signedOutCookie(publicUrl()), '1', { ...getCookieOptions(publicUrl()), maxAge: 30 * 86_400 })
    return reply.redirect('/', 302)
  })
}

/** An image of another site, or a browser that looks ahead: nobody wanted to sign out. */
const isNotMeant = ({ headers }: FastifyRequest) =>
  (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') ||
  String(headers['sec-purpose'] ?? '').includes('prefetch')
