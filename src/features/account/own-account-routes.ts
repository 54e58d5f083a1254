import type { Services } from '#server/domain/services.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import { readAccount, requireOwnAccount } from './own-account.ts'

export const ownAccountRoutes = (services: Services) => [
  route(accountApi.account, ({ user }) => readAccount(services, user)),
  route(accountApi.rename, async ({ user, body }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.updateName(subject, body)
    return readAccount(services, user)
  }),
  route(accountApi.changeEmail, async ({ user, body: { email, password }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.requestEmailChange(subject, email, { password, ...source })
    return readAccount(services, user)
  }),
  route(accountApi.resendEmail, async ({ user }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.resendConfirmation(subject)
    return readAccount(services, user)
  }),
  route(accountApi.cancelEmailChange, async ({ user }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.cancelEmailChange(subject)
  }),
  publicRoute(accountApi.confirmEmail, async ({ body: { token }, source }) => {
    if (!services.identity.accounts) throw notFound('Link')
    return services.identity.accounts.confirmEmail(token, source)
  }),
  route(accountApi.changePassword, async ({ user, body: { current, next }, source, sessionId }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.changePassword(subject, next, { password: current, ...source }, sessionId!)
    return readAccount(services, user)
  }),
]
