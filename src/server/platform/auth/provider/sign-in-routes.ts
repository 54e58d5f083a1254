import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { type Interaction, errors as providerErrors } from 'oidc-provider'
import type { AccountStore } from '#server/platform/auth/accounts/accounts.ts'
import type { SignInThrottle } from '#server/platform/auth/accounts/sign-in-throttle.ts'
import type { TwoFactor } from '#server/platform/auth/accounts/two-factor.ts'
import { renderCreateAccountPage } from '#server/platform/auth/pages/create-account-page.ts'
import { type Page, renderNoticePage } from '#server/platform/auth/pages/layout.ts'
import { renderSignInPage } from '#server/platform/auth/pages/sign-in-page.ts'
import type { FailedSignInLog } from '#server/platform/auth/users/account-events.ts'
import { formatWait } from '#server/platform/http/rate-limits.ts'
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
  secondSteps: TwoFactorChallenges
  refusals: FailedSignInLog
  startOver: string
}

const sendPage = (reply: FastifyReply, page: Page, status = 200) => reply.code(status).headers(page.headers).send(page.html)
const wrongWords = 'The e-mail or the password is wrong. Please check both and try again.'
const waitWords = (seconds: number) => `Too many attempts. Please wait ${formatWait(seconds)} and try again.`

/** The pages of a sign-in that is under way. The browser that started it holds a cookie for its address, which no other site can send along. */
export const registerSignInRoutes = (
  app: FastifyInstance,
  { provider, accounts, throttle, twoFactor, secondSteps, refusals, startOver }: Deps,
) => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  )

  const expired = renderNoticePage({
    title: 'This page has expired',
    text: 'It was open for too long, was used already, or comes from another browser. Nothing is lost: just start over.',
    action: { href: startOver, label: 'Sign in' },
  })

  /** Runs `work` with the sign-in that this page belongs to; without one, the visitor is shown the way to a new one. */
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
    if (!interaction || interaction.uid !== request.params.uid) return sendPage(reply, expired, 400)
    // What follows a form is a chain of redirects that ends at the app, and browsers hold each of them to the form's policy.
    return work(interaction, [new URL(String(interaction.params.redirect_uri)).origin])
  }

  const finish = async (
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    accountId: string,
    passwordHash: string | null = null,
  ) => {
    const before = interaction.session
    if (before?.accountId && before.accountId !== accountId) {
      // Somebody else was signed in at the provider: that session ends, and the new one starts from nothing.
      await (await provider().Session.findByUid(before.uid))?.destroy()
      delete interaction.session
      await interaction.persist()
    }
    const next = await provider().interactionResult(request.raw, reply.raw, { login: { accountId } })
    // Only now: a new password ends what is written down by then, and checking the old one takes long enough to come in behind it.
    if (passwordHash !== null && !(await accounts.hasHash(accountId, passwordHash))) {
      await interaction.destroy()
      return sendPage(reply, expired, 400)
    }
    return reply.redirect(next, 303)
  }

  const addressOf = (uid: string) => ({ signIn: `/sign-in/${uid}?page=sign-in`, create: `/sign-in/${uid}/create-account` })

  app.get<InteractionParams>('/sign-in/:uid', (request, reply) =>
    withInteraction(request, reply, async ({ uid, params }, formTargets) => {
      if (params.screen_hint === 'signup' && request.query.page !== 'sign-in') return reply.redirect(addressOf(uid).create, 303)
      const email = typeof params.login_hint === 'string' ? params.login_hint : ''
      const why = getRetryMessage(request.query.again)
      return sendPage(reply, renderSignInPage({ email, errors: why ? { form: why } : {}, createHref: addressOf(uid).create, formTargets }))
    }),
  )

  app.post<InteractionParams>('/sign-in/:uid', (request, reply) =>
    withInteraction(request, reply, async (interaction, formTargets) => {
      const { typed, errors } = parseSignInForm(formOf(request))
      const again = (errors: Parameters<typeof renderSignInPage>[0]['errors'] & object, status: number) =>
        sendPage(
          reply,
          renderSignInPage({ email: typed.email, errors, createHref: addressOf(interaction.uid).create, formTargets }),
          status,
        )
      if (Object.keys(errors).length) return again(errors, 400)
      const wait = await throttle.signIn(typed.email, request.ip)
      if (wait) {
        recordEvent('sign-in', 'refused')
        return again({ form: waitWords(wait) }, tooMany(reply, wait))
      }
      const account = await accounts.withPassword(typed.email, typed.password)
      if (!account) {
        recordEvent('sign-in', 'refused')
        refusals.ofEmail(typed.email, getRequestSource(request))
        return again({ form: wrongWords }, 400)
      }
      await throttle.signedIn(typed.email, request.ip)
      if ((await twoFactor.getState(account.id)).isOn) {
        await secondSteps.begin(interaction.uid, account.id, account.passwordHash)
        return reply.redirect(getTwoFactorPath(interaction.uid), 303)
      }
      await secondSteps.forget(interaction.uid)
      return finish(request, reply, interaction, account.id, account.passwordHash)
    }),
  )

  registerTwoFactorRoutes(app, { secondSteps, twoFactor, refusals, withInteraction, finish, sendPage, formOf })

  app.get<InteractionParams>('/sign-in/:uid/create-account', (request, reply) =>
    withInteraction(request, reply, async ({ uid }, formTargets) =>
      sendPage(
        reply,
        renderCreateAccountPage({ typed: { firstName: '', lastName: '', email: '' }, signInHref: addressOf(uid).signIn, formTargets }),
      ),
    ),
  )

  app.post<InteractionParams>('/sign-in/:uid/create-account', (request, reply) =>
    withInteraction(request, reply, async (interaction, formTargets) => {
      const { typed, errors } = parseCreateAccountForm(formOf(request))
      const again = (errors: Parameters<typeof renderCreateAccountPage>[0]['errors'] & object, status: number) =>
        sendPage(reply, renderCreateAccountPage({ typed, errors, signInHref: addressOf(interaction.uid).signIn, formTargets }), status)
      if (Object.keys(errors).length) return again(errors, 400)
      const wait = await throttle.createAccount(request.ip)
      if (wait) return again({ form: waitWords(wait) }, tooMany(reply, wait))
      const account = await accounts.create(typed)
      if (!account) return again({ email: 'This e-mail has an account already.', emailTaken: true }, 409)
      return finish(request, reply, interaction, account.id)
    }),
  )
}

const formOf = (request: FastifyRequest) => (request.body instanceof URLSearchParams ? request.body : new URLSearchParams())

const tooMany = (reply: FastifyReply, seconds: number) => {
  reply.header('retry-after', String(seconds))
  return 429
}
