import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { type Interaction, errors as providerErrors } from 'oidc-provider'
import { formatTooManyAttempts } from '#server/platform/auth/accounts/account-errors.ts'
import type { AccountStore } from '#server/platform/auth/accounts/accounts.ts'
import type { SignInThrottle } from '#server/platform/auth/accounts/sign-in-throttle.ts'
import type { TwoFactor } from '#server/platform/auth/accounts/two-factor.ts'
import { renderNoticePage, sendPage } from '#server/platform/auth/pages/layout.ts'
import { renderCreateAccountPage, renderSignInPage } from '#server/platform/auth/pages/sign-in-pages.ts'
import type { FailedSignInLog } from '#server/platform/auth/users/identity-accounts.ts'
import { getFormBody } from '#server/platform/http/form-body.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'
import { recordEvent } from '#server/platform/telemetry/instrumentation.ts'
import { parseCreateAccountForm, parseSignInForm } from './form-input.ts'
import type { TwoFactorChallenges } from './two-factor-challenges.ts'
import { getRetryMessage, getTwoFactorPath, type InteractionParams, registerTwoFactorRoutes } from './two-factor-routes.ts'

type Deps = {
  provider: () => Provider
  accounts: AccountStore
  throttle: SignInThrottle
  twoFactor: TwoFactor
  challenges: TwoFactorChallenges
  failedSignIns: FailedSignInLog
  startOver: string
}

const wrongCredentials = 'Wrong email or password. Please check both and try again.'

const getSignInPath = (uid: string) => `/sign-in/${uid}?page=sign-in`
const getCreateAccountPath = (uid: string) => `/sign-in/${uid}/create-account`

const refuseTooMany = (reply: FastifyReply, waitSeconds: number) => {
  reply.header('retry-after', String(waitSeconds))
  return { form: formatTooManyAttempts(waitSeconds) }
}

/** They need the cookie of the browser that started the sign-in; being SameSite=Lax, it is not sent with forms of other sites. */
export const registerSignInRoutes = (
  app: FastifyInstance,
  { provider, accounts, throttle, twoFactor, challenges, failedSignIns, startOver }: Deps,
) => {
  const expiredPage = renderNoticePage({
    title: 'This page has expired',
    text: 'It was open for too long, was already used, or was opened in another browser. Please start over.',
    action: { href: startOver, label: 'Sign in' },
  })

  const withInteraction = async (
    request: FastifyRequest<InteractionParams>,
    reply: FastifyReply,
    work: (interaction: Interaction, formTargets: string[]) => Promise<unknown>,
  ) => {
    const interaction = await provider()
      .interactionDetails(request.raw, reply.raw)
      .catch((error: unknown) => {
        if (error instanceof providerErrors.SessionNotFound) return null
        throw error
      })
    if (!interaction || interaction.uid !== request.params.uid) return sendPage(reply, expiredPage, 400)
    // A submitted form is followed by redirects that end at the app. Browsers apply the page's form-action policy to each of them.
    return work(interaction, [new URL(String(interaction.params.redirect_uri)).origin])
  }

  /** Fails if the password was changed since `passwordHash`. */
  const finish = async (
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    accountId: string,
    passwordHash: string | null = null,
  ) => {
    const { session } = interaction
    if (session?.accountId && session.accountId !== accountId) {
      // Another account is signed in at the provider in this browser: its session ends.
      await (await provider().Session.findByUid(session.uid))?.destroy()
      delete interaction.session
      await interaction.persist()
    }
    const next = await provider().interactionResult(request.raw, reply.raw, { login: { accountId } })
    // Checked last: a password change deletes the interactions that are stored by then, so one that began before this line is noticed here.
    if (passwordHash !== null && !(await accounts.hasPasswordHash(accountId, passwordHash))) {
      await interaction.destroy()
      return sendPage(reply, expiredPage, 400)
    }
    return reply.redirect(next, 303)
  }

  app.get<InteractionParams>('/sign-in/:uid', (request, reply) =>
    withInteraction(request, reply, async ({ uid, params }, formTargets) => {
      if (params.screen_hint === 'signup' && request.query.page !== 'sign-in') return reply.redirect(getCreateAccountPath(uid), 303)
      const email = typeof params.login_hint === 'string' ? params.login_hint : ''
      const message = getRetryMessage(request.query.again)
      const errors = message ? { form: message } : {}
      return sendPage(reply, renderSignInPage({ email, errors, createHref: getCreateAccountPath(uid), formTargets }))
    }),
  )

  app.post<InteractionParams>('/sign-in/:uid', (request, reply) =>
    withInteraction(request, reply, async (interaction, formTargets) => {
      const { uid } = interaction
      const { input, errors } = parseSignInForm(getFormBody(request))
      const showErrors = (errors: Parameters<typeof renderSignInPage>[0]['errors'] & object, status: number) =>
        sendPage(reply, renderSignInPage({ email: input.email, errors, createHref: getCreateAccountPath(uid), formTargets }), status)
      if (Object.keys(errors).length) return showErrors(errors, 400)
      const waitSeconds = await throttle.signIn(input.email, request.ip)
      if (waitSeconds) {
        recordEvent('sign-in', 'refused')
        return showErrors(refuseTooMany(reply, waitSeconds), 429)
      }
      const account = await accounts.findByCredentials(input.email, input.password)
      if (!account) {
        recordEvent('sign-in', 'refused')
        failedSignIns.recordWrongPassword(input.email, getRequestSource(request))
        return showErrors({ form: wrongCredentials }, 400)
      }
      await throttle.signedIn(input.email, request.ip)
      if ((await twoFactor.getState(account.id)).isOn) {
        await challenges.start(uid, account.id, account.passwordHash)
        return reply.redirect(getTwoFactorPath(uid), 303)
      }
      await challenges.delete(uid)
      return finish(request, reply, interaction, account.id, account.passwordHash)
    }),
  )

  registerTwoFactorRoutes(app, { challenges, twoFactor, failedSignIns, withInteraction, finish })

  app.get<InteractionParams>('/sign-in/:uid/create-account', (request, reply) =>
    withInteraction(request, reply, async ({ uid }, formTargets) =>
      sendPage(
        reply,
        renderCreateAccountPage({ input: { firstName: '', lastName: '', email: '' }, signInHref: getSignInPath(uid), formTargets }),
      ),
    ),
  )

  app.post<InteractionParams>('/sign-in/:uid/create-account', (request, reply) =>
    withInteraction(request, reply, async (interaction, formTargets) => {
      const { input, errors } = parseCreateAccountForm(getFormBody(request))
      const showErrors = (errors: Parameters<typeof renderCreateAccountPage>[0]['errors'] & object, status: number) =>
        sendPage(reply, renderCreateAccountPage({ input, errors, signInHref: getSignInPath(interaction.uid), formTargets }), status)
      if (Object.keys(errors).length) return showErrors(errors, 400)
      const waitSeconds = await throttle.createAccount(request.ip)
      if (waitSeconds) return showErrors(refuseTooMany(reply, waitSeconds), 429)
      const account = await accounts.create(input)
      if (!account) return showErrors({ email: 'This email already has an account.', emailTaken: true }, 409)
      return finish(request, reply, interaction, account.id)
    }),
  )
}
