import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RecordEvent } from '#server/platform/auth/oidc-client/login-routes.ts'
import { renderReturnToAppPage } from '#server/platform/auth/pages/native-app-pages.ts'
import type { Sessions } from '#server/platform/auth/sessions/sessions.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { authApi } from '#shared/contract/auth.ts'
import type { AppCodes } from './app-codes.ts'
import { getLoginPath } from './app-sign-in-cookie.ts'
import { parseChallenge } from './code-challenge.ts'

type Deps = {
  sessions: Sessions
  appCodes: AppCodes
  record: RecordEvent
  showProblem: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Far more than anybody signs in, and nothing against 256 random bits: it keeps a stranger from having the database asked all the time. */
const attempts = { what: 'sign-ins', max: 60, windowSeconds: 60 }

/** What follows a sign-in that the native app began: the tap of somebody who is signed in already, and the app's call with its code. */
export const registerAppSignInRoutes = async (app: FastifyInstance, { sessions, appCodes, record, showProblem }: Deps): Promise<void> => {
  const { signInApp } = authApi
  const counted = { onRequest: (request: FastifyRequest) => app.limits.limitAddress(attempts, request.ip, { strict: true }) }
  app.post(signInApp.path, counted, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { code, verifier } = parseInput(signInApp.body, request.body ?? undefined)
    const userId = await appCodes.take(code, verifier)
    await record(userId, { kind: 'signed_in_app', ...getRequestSource(request) })
    await sessions.start(request, userId)
    return reply.code(204).send()
  })

  await app.register(async (pages) => {
    pages.setErrorHandler(showProblem)
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    )
    pages.post('/api/login/app/continue', counted, async (request, reply) => {
      const challenge = parseChallenge(request.body instanceof URLSearchParams ? (request.body.get('app') ?? undefined) : undefined)
      if (challenge === null) throw new AppError(400, 'This page is not complete. Please begin again in the app.')
      const user = await sessions.signedInUser(request)
      // Signed out meanwhile, in another tab.
      if (!user) return reply.redirect(getLoginPath(challenge), 303)
      const page = renderReturnToAppPage({ email: user.email, code: await appCodes.make(user.id, challenge), byItself: true })
      return reply.headers(page.headers).send(page.html)
    })
  })
}
