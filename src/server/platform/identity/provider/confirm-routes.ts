import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../errors.ts'
import { getRequestSource } from '../../http/came-from.ts'
import type { EmailChanges } from '../own-email.ts'
import { renderConfirmEmailPage, renderEmailConfirmedPage } from '../pages/confirm-email-pages.ts'
import type { Page } from '../pages/layout.ts'
import { renderInvalidLinkPage } from '../pages/reset-password-pages.ts'

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
