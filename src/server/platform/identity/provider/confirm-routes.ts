import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../errors.ts'
import { cameFrom } from '../../http/came-from.ts'
import type { OwnEmail } from '../own-email.ts'
import { confirmEmailPage, emailConfirmedPage } from '../pages/confirm-email-pages.ts'
import type { Page } from '../pages/layout.ts'
import { deadLinkPage } from '../pages/reset-password-pages.ts'

type Deps = { email: OwnEmail; startOver: string }

/** The page that confirms an e-mail, for a provider that runs without the app. */
export const registerConfirmPages = (app: FastifyInstance, { email, startOver }: Deps) => {
  const send = (reply: FastifyReply, page: Page, status = 200) => reply.code(status).headers(page.headers).send(page.html)

  app.get('/confirm-email', (_request, reply) => send(reply, confirmEmailPage()))

  app.post<{ Querystring: { token?: string } }>('/confirm-email', async (request, reply) => {
    try {
      const { email: confirmed } = await email.confirm(String(request.query.token ?? '').slice(0, 200), cameFrom(request))
      return send(reply, emailConfirmedPage(confirmed, startOver))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return send(reply, deadLinkPage(error.message, { href: startOver, label: 'Sign in' }), error.status)
    }
  })
}
