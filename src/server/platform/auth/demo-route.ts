import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { acceptFormBodies } from '#server/platform/http/form-body.ts'
import { demoPath } from '#shared/site.ts'
import type { Auth } from './auth.ts'
import { renderNoticePage, sendPage } from './pages/layout.ts'

/** Per network. */
const perAddress = { what: 'demo accounts', max: 5, windowSeconds: 3600 }

type Deps = {
  identity: Pick<Auth, 'signedInUser' | 'startSession'>
  create: () => Promise<number>
}

/** Creates nothing for users who are signed in. */
export const registerDemoRoute = async (app: FastifyInstance, { identity, create }: Deps): Promise<void> => {
  await app.register(async (scope) => {
    acceptFormBodies(scope)
    scope.post(demoPath, async (request: FastifyRequest, reply) => {
      reply.header('cache-control', 'no-store')
      if (await identity.signedInUser(request)) return reply.redirect('/', 303)
      try {
        await app.rateLimiter.limitAddress(perAddress, request.ip, { strict: true })
        await identity.startSession(request, await create())
        return reply.redirect('/', 303)
      } catch (error) {
        if (!(error instanceof AppError) || ![429, 503].includes(error.status)) throw error
        reply.header('retry-after', String(error.details.retryAfter ?? 60))
        const page = renderNoticePage({ title: 'No demo right now', text: error.message, action: { href: '/', label: 'Back' } })
        return sendPage(reply, page, error.status)
      }
    })
  })
}
