import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppCodes, type AppSignInCookie, getLoginPath, parseChallenge } from '#server/platform/auth/native/app-sign-in.ts'
import { renderNoticePage, sendPage } from '#server/platform/auth/pages/layout.ts'
import { renderContinueInAppPage, renderReturnToAppPage } from '#server/platform/auth/pages/native-app-pages.ts'
import { getCookieName, getCookieOptions, type Sessions } from '#server/platform/auth/sessions/sessions.ts'
import type { Claims } from '#server/platform/auth/users/find-user.ts'
import type { RecordEvent } from '#server/platform/auth/users/identity-accounts.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getRequestSource, type RequestSource } from '#server/platform/http/request-source.ts'
import { isNativeShell } from '#shared/native-shell.ts'
import type { LoginAttempts } from './login-attempts.ts'
import type { OidcClient } from './oidc-client.ts'
import { LoginAttemptNotFoundError, sendSignInError } from './sign-in-errors.ts'

type Deps = {
  publicUrl: () => URL
  sessions: Sessions
  attempts: LoginAttempts
  oidcClient: OidcClient
  findUser(claims: Claims, source: RequestSource): Promise<number>
  record: RecordEvent
  endProviderSession: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | null
  appCodes: AppCodes
  appSignInCookie: AppSignInCookie
  promptsEachTime: boolean
  log: (line: string) => void
}
/**
 * `again`: repeats the last sign-in of this browser; `other`: with another account; `moved`: after the redirect to the public host name.
 */
type LoginQuery = { Querystring: Partial<Record<'returnTo' | 'create' | 'moved' | 'app' | 'again' | 'other', string>> }

/** Set when this browser signed out here while an external provider may still have a session of it. */
const getSignedOutCookieName = (publicUrl: URL) => getCookieName(publicUrl, 'billfold.out')

/** Returning to one of them could start another sign-in or sign out. */
const excludedPaths = ['/api', '/oidc', '/sign-in']

/** The text is untrusted. @returns null for anything that is not a path of this site */
export const parseReturnPath = (text: unknown): string | null => {
  if (typeof text !== 'string' || text.length > 2000 || !text.startsWith('/')) return null
  // Browsers treat '\' as '/' and remove control characters from URLs.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  if (/[\\\u0000-\u001f\u007f]/.test(text)) return null
  const origin = 'http://this-site.invalid'
  if (!URL.canParse(text, origin)) return null
  const url = new URL(text, origin)
  const path = `${url.pathname}${url.search}${url.hash}`
  if (url.origin !== origin || path.startsWith('//')) return null
  return excludedPaths.some((prefix) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`)) ? null : path
}

export const registerLoginRoutes = (
  app: FastifyInstance,
  {
    publicUrl,
    sessions,
    attempts,
    oidcClient,
    findUser,
    record,
    endProviderSession,
    appCodes,
    appSignInCookie,
    promptsEachTime,
    log,
  }: Deps,
) => {
  app.get<LoginQuery>('/api/login', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { create, moved, again, other } = request.query
    const returnTo = parseReturnPath(request.query.returnTo)
    const app = parseChallenge(request.query.app) ?? (again === undefined ? null : appSignInCookie.read(request))
    if (!moved && request.hostname !== publicUrl().hostname) {
      // The callback is at the public host name, so its cookies must be set there too. `moved` prevents a loop behind a proxy that rewrites the name.
      const params = { returnTo, create, app, again, other }
      const query = new URLSearchParams({ moved: '1', ...Object.fromEntries(Object.entries(params).filter(([, value]) => value)) })
      return reply.redirect(`${publicUrl().origin}/api/login?${query}`, 302)
    }
    const user = await sessions.signedInUser(request)
    if (app === null) {
      if (user && !other) return reply.redirect(returnTo ?? '/', 302)
      // The app's own page opens the system browser, which has the user's passwords and shows the address.
      if (isNativeShell(request.headers['user-agent'])) return reply.redirect(returnTo ?? '/dashboard', 302)
      appSignInCookie.clear(request, reply)
    } else {
      appSignInCookie.set(reply, app)
      if (user && !other)
        return sendPage(reply, renderContinueInAppPage({ email: user.email, challenge: app, otherHref: `${getLoginPath(app)}&other=1` }))
    }
    try {
      await endProviderSession?.(request, reply)
      // A sign-out in the native app cannot be noticed here, so every sign-in for the app asks for credentials.
      const askAgain = app !== null || request.cookies[getSignedOutCookieName(publicUrl())] !== undefined
      const { url, attempt } = await oidcClient.startAuthorization({ create: create === '1', askAgain, returnTo, app })
      attempts.store(request, reply, attempt, publicUrl())
      return reply.redirect(url.href, 302)
    } catch (error) {
      return sendSignInError(request, reply, error, { retryHref: getLoginPath(app, returnTo), isForApp: app !== null, log })
    }
  })

  app.get<{ Querystring: { state?: string } }>('/api/login/callback', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const state = typeof request.query.state === 'string' ? request.query.state : ''
    const attempt = attempts.take(request, reply, state, publicUrl())
    const app = attempt ? (attempt.app ?? null) : appSignInCookie.read(request)
    try {
      if (!attempt) {
        // A signed-in user reloaded the callback or returned to it.
        if (app === null && (await sessions.signedInUser(request))) return reply.redirect('/', 302)
        throw new LoginAttemptNotFoundError()
      }
      const queryStart = request.url.indexOf('?')
      const claims = await oidcClient.finishAuthorization(queryStart < 0 ? '' : request.url.slice(queryStart), attempt)
      await endProviderSession?.(request, reply)
      const userId = await findUser(claims, getRequestSource(request))
      if (app !== null) {
        // Only the app is signed in; the browser's own session stays as it was.
        const code = await appCodes.create(userId, app)
        return sendPage(reply, renderReturnToAppPage({ email: claims.email, code, redirects: promptsEachTime }))
      }
      // Recorded before the session is created, so that no session exists without its event.
      await record(userId, { kind: 'signed_in', ...getRequestSource(request) })
      await sessions.start(request, userId)
      if (request.cookies[getSignedOutCookieName(publicUrl())] !== undefined)
        reply.clearCookie(getSignedOutCookieName(publicUrl()), getCookieOptions(publicUrl()))
      return reply.redirect(attempt.returnTo ?? '/', 302)
    } catch (error) {
      return sendSignInError(request, reply, error, {
        retryHref: getLoginPath(app, attempt?.returnTo ?? null),
        isForApp: app !== null,
        log,
      })
    }
  })

  app.get('/api/logout', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isUnintended(request)) throw new AppError(403, 'This request comes from another site and was refused')
    const user = await sessions.signedInUser(request)
    if (user && isFromElsewhere(request, publicUrl())) return sendPage(reply, askToSignOut())
    await sessions.end(request, reply)
    if (user) await record(user.id, { kind: 'signed_out', ...getRequestSource(request) })
    if (endProviderSession) await endProviderSession(request, reply)
    else reply.setCookie(getSignedOutCookieName(publicUrl()), '1', { ...getCookieOptions(publicUrl()), maxAge: 30 * 86_400 })
    return reply.redirect('/', 302)
  })
}

const askToSignOut = () =>
  renderNoticePage({
    title: 'Sign out of Billfold?',
    text: 'A link outside of Billfold led here. You are still signed in.',
    action: { href: '/api/logout', label: 'Sign out' },
    second: { href: '/', label: 'Stay signed in' },
  })

/**
 * Browsers tell it in `Sec-Fetch-Site` ('none' is an address that the user typed or bookmarked). Old ones, and all of them over plain http,
 * tell it by `Referer`, which other sites can leave out: then a page is asked about, and the app's own call is not, because another site's
 * call would come without the session's cookie.
 */
const isFromElsewhere = ({ headers }: FastifyRequest, publicUrl: URL): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const from = headers.origin ?? headers.referer
  if (from !== undefined) return !URL.canParse(from) || new URL(from).origin !== publicUrl.origin
  return String(headers.accept ?? '').includes('text/html')
}

/** An embedded resource of another site (such as an image) or a prefetch: the user did not choose to sign out. */
const isUnintended = ({ headers }: FastifyRequest) =>
  (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') ||
  String(headers['sec-purpose'] ?? '').includes('prefetch')
