import { route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/api/account.ts'
import { type OwnDeps, ownAccount, readAccount } from './own.ts'

/** The second factor of whoever is signed in. Setting it up, turning it off and new recovery codes take the password, so that an open browser isn't enough. */
export const twoFactorRoutes = (deps: OwnDeps) => [
  route(accountApi.beginTwoFactor, async ({ user, body: { password }, from }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.checkPassword(subject, { password, ...from })
    const { email } = (await own.read(subject))!
    return own.twoFactor.begin(subject, email)
  }),
  route(accountApi.confirmTwoFactor, async ({ user, body: { code }, from }) => {
    const { own, subject } = await ownAccount(deps, user)
    return { recoveryCodes: await own.twoFactor.confirm(subject, code, from) }
  }),
  route(accountApi.endTwoFactor, async ({ user, body: { password, code }, from }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.checkPassword(subject, { password, ...from })
    await own.twoFactor.end(subject, code, from)
    return readAccount(deps, user)
  }),
  route(accountApi.renewRecoveryCodes, async ({ user, body: { password, code }, from }) => {
    const { own, subject } = await ownAccount(deps, user)
    await own.checkPassword(subject, { password, ...from })
    return { recoveryCodes: await own.twoFactor.renew(subject, code, from) }
  }),
]
