import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderReturnToAppPage } from '#server/platform/auth/pages/native-app-pages.ts'
import type { Sessions } from '#server/platform/auth/sessions/sessions.ts'
import type { RecordEvent } from '#server/platform/auth/users/identity-accounts.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { authApi } from '#shared/contract/auth.ts'
import { type AppCodes, getLoginPath, parseChallenge } from './app-sign-in.ts'

type Deps = {
  sessions: Sessions
  appCodes: AppCodes
  record: RecordEvent
  showError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown
}

/** Codes have 256 random bits and need no limit: this one is for the queries that one address causes. */
const signInRateLimit = { what: 'sign-ins', max: 60, windowSeconds: 60 }

export const registerAppSignInRoutes = async (app: FastifyInstance, { sessions, appCodes, record, showError }: Deps): Promise<void> => {
  const { signInApp } = authApi
  const limited = { onRequest: (request: FastifyRequest) => app.rateLimiter.limitAddress(signInRateLimit, request.ip, { strict: true }) }
  app.post(signInApp.path, limited, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { code, verifier } = parseInput(signInApp.body, request.body ?? undefined)
    const userId = await appCodes.redeem(code, verifier)
    await record(userId, { kind: 'signed_in_app', ...getRequestSource(request) })
    await sessions.start(request, userId)
    return reply.code(204).send()
  })

  await app.register(async (pages) => {
    pages.setErrorHandler(showError)
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    )
    pages.post('/api/login/app/continue', limited, async (request, reply) => {
      const challenge = parseChallenge(request.body instanceof URLSearchParams ? (request.body.get('app') ?? undefined) : undefined)
      if (challenge === null) throw new AppError(400, 'This page is not complete. Please start again in the app.')
      const user = await sessions.signedInUser(request)
      if (!user) return reply.redirect(getLoginPath(challenge), 303)
      const page = renderReturnToAppPage({ email: user.email, code: await appCodes.create(user.id, challenge), redirects: true })
      return reply.headers(page.headers).send(page.html)
    })
  })
}
