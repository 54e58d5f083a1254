import { notFound } from '#server/platform/errors.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/api/account.ts'
import { type OwnDeps, ownAccount, readAccount } from './own.ts'

/** Name, e-mail and password of whoever is signed in. */
export const ownAccountRoutes = (deps: OwnDeps) => [
  route(accountApi.account, ({ user }) => readAccount(deps, user)),
  route(accountApi.rename, async ({ user, body }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.rename(subject, body)
    return readAccount(deps, user)
  }),
  route(accountApi.changeEmail, async ({ user, body: { email, password }, from }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.beginEmailChange(subject, email, { password, ...from })
    return readAccount(deps, user)
  }),
  route(accountApi.resendEmail, async ({ user }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.resendEmail(subject)
    return readAccount(deps, user)
  }),
  route(accountApi.keepEmail, async ({ user }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.keepEmail(subject)
  }),
  publicRoute(accountApi.confirmEmail, async ({ body: { token }, from }) => {
    if (!deps.identity.own) throw notFound('Link')
    return deps.identity.own.confirmEmail(token, from)
  }),
  route(accountApi.changePassword, async ({ user, body: { current, next }, from, sessionId }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.changePassword(subject, next, { password: current, ...from }, sessionId!)
    return readAccount(deps, user)
  }),
]
