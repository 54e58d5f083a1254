import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PasswordService } from '#server/platform/auth/accounts/password-service.ts'
import type { SignInThrottle } from '#server/platform/auth/accounts/sign-in-throttle.ts'
import type { Page } from '#server/platform/auth/pages/layout.ts'
import {
  renderForgotPasswordPage,
  renderInvalidLinkPage,
  renderNewPasswordPage,
  renderPasswordSetPage,
  renderResetLinkSentPage,
} from '#server/platform/auth/pages/reset-password-pages.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { formatWait } from '#server/platform/http/rate-limits.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'
import { parseEmailForm, parseNewPasswordForm } from './form-input.ts'

type Deps = { password: PasswordService; throttle: SignInThrottle; startOver: string }
type WithToken = { Querystring: { token?: string } }

const forgotPath = '/sign-in/forgot-password'
const longestToken = 200

const formOf = (body: unknown) => (body instanceof URLSearchParams ? body : new URLSearchParams())
const tokenOf = ({ token }: WithToken['Querystring']) => (typeof token === 'string' ? token.slice(0, longestToken) : '')

/** The pages for whoever forgot the password: they ask for the address, and set a new password by the link that was mailed. */
export const registerResetPasswordRoutes = (app: FastifyInstance, { password, throttle, startOver }: Deps) => {
  const send = (reply: FastifyReply, page: Page, status = 200) => reply.code(status).headers(page.headers).send(page.html)
  const wait = (reply: FastifyReply, seconds: number) => {
    reply.header('retry-after', String(seconds))
    return `Too many attempts. Please wait ${formatWait(seconds)} and try again.`
  }
  /** A link that isn't good says why, and how to get another. */
  const orDead = async (reply: FastifyReply, work: () => Promise<unknown>) => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return send(reply, renderInvalidLinkPage(error.message, { href: forgotPath, label: 'Ask for a new link' }), error.status)
    }
  }

  app.get(forgotPath, (_request, reply) => send(reply, renderForgotPasswordPage({ signInHref: startOver })))

  app.post(forgotPath, async (request, reply) => {
    const { email, error } = parseEmailForm(formOf(request.body))
    const again = (errors: { email?: string; form?: string }, status: number) =>
      send(reply, renderForgotPasswordPage({ email, errors, signInHref: startOver }), status)
    if (error) return again({ email: error }, 400)
    const seconds = await throttle.askReset(email, request.ip)
    if (seconds) return again({ form: wait(reply, seconds) }, 429)
    await password.askReset(email, getRequestSource(request))
    return send(reply, renderResetLinkSentPage(email, startOver))
  })

  app.get<WithToken>('/sign-in/reset-password', (request, reply) =>
    orDead(reply, async () => {
      await password.tryReset(tokenOf(request.query))
      return send(reply, renderNewPasswordPage({}))
    }),
  )

  app.post<WithToken>('/sign-in/reset-password', (request, reply) =>
    orDead(reply, async () => {
      const seconds = await throttle.tryReset(request.ip)
      if (seconds) return send(reply, renderNewPasswordPage({ errors: { password: wait(reply, seconds) } }), 429)
      await password.tryReset(tokenOf(request.query))
      const typed = parseNewPasswordForm(formOf(request.body))
      if (typed.error) return send(reply, renderNewPasswordPage({ errors: { password: typed.error } }), 400)
      const { email } = await password.reset(tokenOf(request.query), typed.password, getRequestSource(request))
      // Whoever locked himself out by guessing gets in with the new one.
      await throttle.signedIn(email, request.ip)
      return send(reply, renderPasswordSetPage(startOver))
    }),
  )
}
