import type { FastifyInstance, FastifyReply } from 'fastify'
import type { EmailChanges } from '#server/platform/auth/accounts/email-change.ts'
import { renderConfirmEmailPage, renderEmailConfirmedPage } from '#server/platform/auth/pages/confirm-email-pages.ts'
import type { Page } from '#server/platform/auth/pages/layout.ts'
import { renderInvalidLinkPage } from '#server/platform/auth/pages/reset-password-pages.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'

type Deps = { email: EmailChanges; startOver: string }

/** The page that confirms an e-mail, for a provider that runs without the app. */
export const registerConfirmEmailRoutes = (app: FastifyInstance, { email, startOver }: Deps) => {
  const send = (reply: FastifyReply, page: Page, status = 200) => reply.code(status).headers(page.headers).send(page.html)

  app.get('/confirm-email', (_request, reply) => send(reply, renderConfirmEmailPage()))

  app.post<{ Querystring: { token?: string } }>('/confirm-email', async (request, reply) => {
    try {
      const { email: confirmed } = await email.confirm(String(request.query.token ?? '').slice(0, 200), getRequestSource(request))
      return send(reply, renderEmailConfirmedPage(confirmed, startOver))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return send(reply, renderInvalidLinkPage(error.message, { href: startOver, label: 'Sign in' }), error.status)
    }
  })
}
