import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import type { TwoFactor } from '#server/platform/auth/accounts/two-factor.ts'
import type { Page } from '#server/platform/auth/pages/layout.ts'
import { renderTwoFactorPage } from '#server/platform/auth/pages/two-factor-page.ts'
import type { FailedSignInLog } from '#server/platform/auth/users/account-events.ts'
import { formatWait } from '#server/platform/http/rate-limits.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'
import { recordEvent } from '#server/platform/telemetry/instrumentation.ts'
import type { TwoFactorChallenges } from './two-factor-challenges.ts'

/** What the address of a sign-in's page may carry. */
export type InteractionParams = { Params: { uid: string }; Querystring: { page?: string; again?: string; with?: string } }
type Deps = {
  secondSteps: TwoFactorChallenges
  twoFactor: TwoFactor
  refusals: FailedSignInLog
  /** Runs `work` with the sign-in that the page belongs to; without one, the visitor is shown the way to a new one. */
  withInteraction: (
    request: FastifyRequest<InteractionParams>,
    reply: FastifyReply,
    work: (interaction: Interaction, formTargets: string[]) => Promise<unknown>,
  ) => Promise<unknown>
  /** Signs in. */
  finish: (request: FastifyRequest, reply: FastifyReply, interaction: Interaction, accountId: string) => Promise<unknown>
  sendPage: (reply: FastifyReply, page: Page, status?: number) => unknown
  formOf: (request: FastifyRequest) => URLSearchParams
}

export const getTwoFactorPath = (uid: string) => `/sign-in/${uid}/code`
const passwordAddress = (uid: string, why: 'start' | PasswordAgain) =>
  `/sign-in/${uid}?page=sign-in${why === 'start' ? '' : `&again=${why}`}`

/** Why the page 'Sign in' is shown again after the password was right. */
const passwordAgain = {
  late: 'It took a while. Please sign in again.',
  codes: 'Too many wrong codes. Please sign in again with your password.',
}
type PasswordAgain = keyof typeof passwordAgain
/** The words for what the page's address says; none for anything else. */
export const getRetryMessage = (again: string | undefined): string | undefined =>
  again === 'late' || again === 'codes' ? passwordAgain[again] : undefined

const wrongWords = {
  app: 'This code is not right, or was used already. Wait for the next one and try again.',
  recovery: 'This code is not right, or was used already. Check it, or take another one.',
}
const longestCode = 40

/** The page 'Enter your code', which only a right password leads to. */
export const registerTwoFactorRoutes = (app: FastifyInstance, deps: Deps) => {
  const { secondSteps, twoFactor, refusals, withInteraction, finish, sendPage, formOf } = deps
  const links = (uid: string) => ({
    app: getTwoFactorPath(uid),
    recovery: `${getTwoFactorPath(uid)}?with=recovery`,
    startOver: passwordAddress(uid, 'start'),
  })
  const kindOf = (request: FastifyRequest<InteractionParams>) => (request.query.with === 'recovery' ? 'recovery' : 'app')

  app.get<InteractionParams>('/sign-in/:uid/code', (request, reply) =>
    withInteraction(request, reply, async ({ uid }, formTargets) => {
      if ((await secondSteps.accountOf(uid)) === null) return reply.redirect(passwordAddress(uid, 'late'), 303)
      return sendPage(reply, renderTwoFactorPage({ kind: kindOf(request), links: links(uid), formTargets }))
    }),
  )

  app.post<InteractionParams>('/sign-in/:uid/code', (request, reply) =>
    withInteraction(request, reply, async (interaction, formTargets) => {
      const { uid } = interaction
      const again = (errors: Parameters<typeof renderTwoFactorPage>[0]['errors'] & object, status = 400) =>
        sendPage(reply, renderTwoFactorPage({ kind: kindOf(request), errors, links: links(uid), formTargets }), status)
      const accountId = await secondSteps.accountOf(uid)
      if (accountId === null) return reply.redirect(passwordAddress(uid, 'late'), 303)
      const code = (formOf(request).get('code') ?? '').trim()
      if (code === '') return again({ code: 'Code is required' })
      const checked = await twoFactor.verifyCode(accountId, code.slice(0, longestCode), getRequestSource(request))
      if (checked === 'ok') {
        // The step itself ends once, too: whoever started over meanwhile, or changed his password, begins again.
        if ((await secondSteps.end(uid)) !== accountId) return reply.redirect(passwordAddress(uid, 'late'), 303)
        return finish(request, reply, interaction, accountId)
      }
      recordEvent('sign-in', 'refused')
      if (checked === 'wrong') {
        await refusals.ofAccount(accountId, getRequestSource(request))
        return (await secondSteps.countWrong(uid))
          ? again({ code: wrongWords[kindOf(request)] })
          : reply.redirect(passwordAddress(uid, 'codes'), 303)
      }
      reply.header('retry-after', String(checked.waitSeconds))
      return again({ form: `Too many attempts. Please wait ${formatWait(checked.waitSeconds)} and try again.` }, 429)
    }),
  )
}
