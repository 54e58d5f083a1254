import { notFound } from '#server/platform/errors/app-error.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import { type OwnAccountDeps, readAccount, requireOwnAccount } from './own-account.ts'

export const ownAccountRoutes = (deps: OwnAccountDeps) => [
  route(accountApi.account, ({ user }) => readAccount(deps, user)),
  route(accountApi.rename, async ({ user, body }) => {
    const { own, subject } = await requireOwnAccount(deps, user)
    await own.updateName(subject, body)
    return readAccount(deps, user)
  }),
  route(accountApi.changeEmail, async ({ user, body: { email, password }, source }) => {
    const { own, subject } = await requireOwnAccount(deps, user)
    await own.requestEmailChange(subject, email, { password, ...source })
    return readAccount(deps, user)
  }),
  route(accountApi.resendEmail, async ({ user }) => {
    const { own, subject } = await requireOwnAccount(deps, user)
    await own.resendConfirmation(subject)
    return readAccount(deps, user)
  }),
  route(accountApi.cancelEmailChange, async ({ user }) => {
    const { own, subject } = await requireOwnAccount(deps, user)
    await own.cancelEmailChange(subject)
  }),
  publicRoute(accountApi.confirmEmail, async ({ body: { token }, source }) => {
    if (!deps.identity.accounts) throw notFound('Link')
    return deps.identity.accounts.confirmEmail(token, source)
  }),
  route(accountApi.changePassword, async ({ user, body: { current, next }, source, sessionId }) => {
    const { own, subject } = await requireOwnAccount(deps, user)
    await own.changePassword(subject, next, { password: current, ...source }, sessionId!)
    return readAccount(deps, user)
  }),
]
