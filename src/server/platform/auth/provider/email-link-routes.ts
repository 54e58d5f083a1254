import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatTooManyAttempts } from '#server/platform/auth/accounts/account-errors.ts'
import type { EmailChanges } from '#server/platform/auth/accounts/email-change.ts'
import type { PasswordService } from '#server/platform/auth/accounts/password-service.ts'
import type { SignInThrottle } from '#server/platform/auth/accounts/sign-in-throttle.ts'
import {
  renderConfirmEmailPage,
  renderEmailConfirmedPage,
  renderForgotPasswordPage,
  renderInvalidLinkPage,
  renderNewPasswordPage,
  renderPasswordSetPage,
  renderResetLinkSentPage,
} from '#server/platform/auth/pages/email-link-pages.ts'
import { sendPage } from '#server/platform/auth/pages/layout.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getFormBody } from '#server/platform/http/form-body.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'
import { parseEmailForm, parseNewPasswordForm } from './form-input.ts'

type WithToken = { Querystring: { token?: string } }

const forgotPasswordPath = '/sign-in/forgot-password'
const maxTokenLength = 200

const getToken = ({ token }: WithToken['Querystring']) => (typeof token === 'string' ? token.slice(0, maxTokenLength) : '')

const orInvalidLinkPage = async (reply: FastifyReply, action: { href: string; label: string }, work: () => Promise<unknown>) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sendPage(reply, renderInvalidLinkPage(error.message, action), error.status)
  }
}

export const registerResetPasswordRoutes = (
  app: FastifyInstance,
  { passwords, throttle, startOver }: { passwords: PasswordService; throttle: SignInThrottle; startOver: string },
) => {
  const refuseTooMany = (reply: FastifyReply, seconds: number) => {
    reply.header('retry-after', String(seconds))
    return formatTooManyAttempts(seconds)
  }
  const requestNewLink = { href: forgotPasswordPath, label: 'Request a new link' }

  app.get(forgotPasswordPath, (_request, reply) => sendPage(reply, renderForgotPasswordPage({ signInHref: startOver })))

  app.post(forgotPasswordPath, async (request, reply) => {
    const { email, error } = parseEmailForm(getFormBody(request))
    const showErrors = (errors: { email?: string; form?: string }, status: number) =>
      sendPage(reply, renderForgotPasswordPage({ email, errors, signInHref: startOver }), status)
    if (error) return showErrors({ email: error }, 400)
    const waitSeconds = await throttle.requestReset(email, request.ip)
    if (waitSeconds) return showErrors({ form: refuseTooMany(reply, waitSeconds) }, 429)
    await passwords.requestReset(email, getRequestSource(request))
    return sendPage(reply, renderResetLinkSentPage(email, startOver))
  })

  app.get<WithToken>('/sign-in/reset-password', (request, reply) =>
    orInvalidLinkPage(reply, requestNewLink, async () => {
      await passwords.verifyResetLink(getToken(request.query))
      return sendPage(reply, renderNewPasswordPage({}))
    }),
  )

  app.post<WithToken>('/sign-in/reset-password', (request, reply) =>
    orInvalidLinkPage(reply, requestNewLink, async () => {
      const waitSeconds = await throttle.useResetLink(request.ip)
      if (waitSeconds) return sendPage(reply, renderNewPasswordPage({ errors: { password: refuseTooMany(reply, waitSeconds) } }), 429)
      await passwords.verifyResetLink(getToken(request.query))
      const input = parseNewPasswordForm(getFormBody(request))
      if (input.error) return sendPage(reply, renderNewPasswordPage({ errors: { password: input.error } }), 400)
      const { email } = await passwords.reset(getToken(request.query), input.password, getRequestSource(request))
      // Failed attempts before the reset no longer delay the sign-in with the new password.
      await throttle.signedIn(email, request.ip)
      return sendPage(reply, renderPasswordSetPage(startOver))
    }),
  )
}

export const registerConfirmEmailRoutes = (
  app: FastifyInstance,
  { emailChanges, startOver }: { emailChanges: EmailChanges; startOver: string },
) => {
  app.get('/confirm-email', (_request, reply) => sendPage(reply, renderConfirmEmailPage()))

  app.post<WithToken>('/confirm-email', (request, reply) =>
    orInvalidLinkPage(reply, { href: startOver, label: 'Sign in' }, async () => {
      const { email } = await emailChanges.confirm(getToken(request.query), getRequestSource(request))
      return sendPage(reply, renderEmailConfirmedPage(email, startOver))
    }),
  )
}
