import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { formatTooManyAttempts } from '#server/platform/auth/accounts/account-errors.ts'
import type { TwoFactor } from '#server/platform/auth/accounts/two-factor.ts'
import { sendPage } from '#server/platform/auth/pages/layout.ts'
import { renderTwoFactorPage, type TwoFactorErrors } from '#server/platform/auth/pages/sign-in-pages.ts'
import type { FailedSignInLog } from '#server/platform/auth/users/identity-accounts.ts'
import { getFormBody } from '#server/platform/http/form-body.ts'
import { getRequestSource } from '#server/platform/http/request-source.ts'
import { recordEvent } from '#server/platform/telemetry/instrumentation.ts'
import type { TwoFactorChallenges } from './two-factor-challenges.ts'

export type InteractionParams = { Params: { uid: string }; Querystring: { page?: string; again?: string; with?: string } }
type Deps = {
  challenges: TwoFactorChallenges
  twoFactor: TwoFactor
  failedSignIns: FailedSignInLog
  withInteraction: (
    request: FastifyRequest<InteractionParams>,
    reply: FastifyReply,
    work: (interaction: Interaction, formTargets: string[]) => Promise<unknown>,
  ) => Promise<unknown>
  finish: (request: FastifyRequest, reply: FastifyReply, interaction: Interaction, accountId: string) => Promise<unknown>
}

const retryMessages = {
  late: 'This took too long. Please sign in again.',
  codes: 'Too many wrong codes. Please sign in again with your password.',
}
type RetryReason = keyof typeof retryMessages
export const getRetryMessage = (again: string | undefined): string | undefined =>
  again === 'late' || again === 'codes' ? retryMessages[again] : undefined

export const getTwoFactorPath = (uid: string) => `/sign-in/${uid}/code`
const getPasswordPath = (uid: string, reason?: RetryReason) => `/sign-in/${uid}?page=sign-in${reason ? `&again=${reason}` : ''}`

const wrongCodeMessages = {
  app: 'This code is wrong or was already used. Wait for the next one and try again.',
  recovery: 'This code is wrong or was already used. Check it or use another one.',
}
const maxCodeLength = 40

export const registerTwoFactorRoutes = (app: FastifyInstance, deps: Deps) => {
  const { challenges, twoFactor, failedSignIns, withInteraction, finish } = deps
  const getLinks = (uid: string) => ({
    app: getTwoFactorPath(uid),
    recovery: `${getTwoFactorPath(uid)}?with=recovery`,
    startOver: getPasswordPath(uid),
  })
  const getKind = (request: FastifyRequest<InteractionParams>) => (request.query.with === 'recovery' ? 'recovery' : 'app')

  app.get<InteractionParams>('/sign-in/:uid/code', (request, reply) =>
    withInteraction(request, reply, async ({ uid }, formTargets) => {
      if ((await challenges.findAccount(uid)) === null) return reply.redirect(getPasswordPath(uid, 'late'), 303)
      return sendPage(reply, renderTwoFactorPage({ kind: getKind(request), links: getLinks(uid), formTargets }))
    }),
  )

  app.post<InteractionParams>('/sign-in/:uid/code', (request, reply) =>
    withInteraction(request, reply, async (interaction, formTargets) => {
      const { uid } = interaction
      const showErrors = (errors: TwoFactorErrors, status = 400) =>
        sendPage(reply, renderTwoFactorPage({ kind: getKind(request), errors, links: getLinks(uid), formTargets }), status)
      const accountId = await challenges.findAccount(uid)
      if (accountId === null) return reply.redirect(getPasswordPath(uid, 'late'), 303)
      const code = (getFormBody(request).get('code') ?? '').trim()
      if (code === '') return showErrors({ code: 'Code is required' })
      const result = await twoFactor.verifyCode(accountId, code.slice(0, maxCodeLength), getRequestSource(request))
      if (result === 'ok') {
        // The challenge may have been restarted for another account or ended by a password change in the meantime.
        if ((await challenges.complete(uid)) !== accountId) return reply.redirect(getPasswordPath(uid, 'late'), 303)
        return finish(request, reply, interaction, accountId)
      }
      recordEvent('sign-in', 'refused')
      if (result === 'wrong') {
        await failedSignIns.recordWrongCode(accountId, getRequestSource(request))
        return (await challenges.countWrongCode(uid))
          ? showErrors({ code: wrongCodeMessages[getKind(request)] })
          : reply.redirect(getPasswordPath(uid, 'codes'), 303)
      }
      reply.header('retry-after', String(result.waitSeconds))
      return showErrors({ form: formatTooManyAttempts(result.waitSeconds) }, 429)
    }),
  )
}
