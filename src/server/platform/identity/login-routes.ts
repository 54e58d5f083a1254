import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { localPath } from './local-path.ts'
import type { createLoginAttempts } from './login-attempt.ts'
import { LostAttempt, sendProblem } from './problems.ts'
import type { Claims, RelyingParty } from './relying-party.ts'
import { cookieRules, type Sessions } from './session.ts'

type Deps = {
  publicUrl: () => URL
  sessions: Sessions
  attempts: ReturnType<typeof createLoginAttempts>
  relyingParty: RelyingParty
  userOf(claims: Claims): Promise<number>
  /** Ends what the provider remembers of this browser; null when that isn't ours to end. */
  leaveProvider: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | null
  log: (line: string) => void
}
type LoginQuery = { Querystring: { returnTo?: string; create?: string; moved?: string } }

/** Remembers that this browser signed out here, while the provider may still know it. */
const signedOutCookie = 'billfold.out'

/** GET /api/login, /api/login/callback and /api/logout. */
export const registerLogin = (app: FastifyInstance, deps: Deps) => {
  const { publicUrl, sessions, attempts, relyingParty, userOf, leaveProvider, log } = deps
  const secure = () => publicUrl().protocol === 'https:'
  const signedOutRules = () => ({ ...cookieRules(publicUrl()), path: '/api/login' })

  app.get<LoginQuery>('/api/login', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { create, moved } = request.query
    const returnTo = localPath(request.query.returnTo)
    if (!moved && request.hostname !== publicUrl().hostname) {
      // Cookies belong to a host name: the way back ends at the public one, so it starts there. Once only: a proxy may rewrite the name.
      const there = new URLSearchParams({ moved: '1', ...(returnTo ? { returnTo } : {}), ...(create ? { create } : {}) })
      return reply.redirect(`${publicUrl().origin}/api/login?${there}`, 302)
    }
    if (await sessions.signedInUser(request)) return reply.redirect(returnTo ?? '/', 302)
    try {
      await leaveProvider?.(request, reply)
      const askAgain = request.cookies[signedOutCookie] !== undefined
      const { url, attempt } = await relyingParty.start({ create: create === '1', askAgain, returnTo })
      attempts.keep(request, reply, attempt, secure())
      return reply.redirect(url.href, 302)
    } catch (error) {
      return sendProblem(request, reply, error, { again: loginPath(returnTo), log })
    }
  })

  app.get<{ Querystring: { state?: string } }>('/api/login/callback', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const state = typeof request.query.state === 'string' ? request.query.state : ''
    const attempt = attempts.take(request, reply, state, secure())
    try {
      if (!attempt) {
        // A reloaded or revisited callback of somebody who is in already.
        if (await sessions.signedInUser(request)) return reply.redirect('/', 302)
        throw new LostAttempt()
      }
      const start = request.url.indexOf('?')
      const claims = await relyingParty.finish(start < 0 ? '' : request.url.slice(start), attempt)
      await leaveProvider?.(request, reply)
      await sessions.begin(request, await userOf(claims))
      if (request.cookies[signedOutCookie] !== undefined) reply.clearCookie(signedOutCookie, signedOutRules())
      return reply.redirect(attempt.returnTo ?? '/', 302)
    } catch (error) {
      return sendProblem(request, reply, error, { again: loginPath(attempt?.returnTo ?? null), log })
    }
  })

  app.get('/api/logout', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isNotMeant(request)) throw new AppError(403, 'This request comes from another site and was refused')
    await sessions.end(request, reply)
    if (leaveProvider) await leaveProvider(request, reply)
    else reply.setCookie(signedOutCookie, '1', { ...signedOutRules(), maxAge: 30 * 86_400 })
    return reply.redirect('/', 302)
  })
}

const loginPath = (returnTo: string | null) => (returnTo ? `/api/login?returnTo=${encodeURIComponent(returnTo)}` : '/api/login')

/** An image of another site, or a browser that looks ahead: nobody wanted to sign out. */
const isNotMeant = ({ headers }: FastifyRequest) =>
  (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') ||
  String(headers['sec-purpose'] ?? '').includes('prefetch')
