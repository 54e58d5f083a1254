import type { Services } from '#server/domain/services.ts'
import { route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import { readAccount, requireOwnAccount } from './own-account.ts'

/** Every change takes the password, so that an unattended session is not enough. */
export const twoFactorRoutes = (services: Services) => [
  route(accountApi.startTwoFactor, async ({ user, body: { password }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.verifyPassword(subject, { password, ...source })
    const { email } = (await own.read(subject))!
    return own.twoFactor.startSetup(subject, email)
  }),
  route(accountApi.confirmTwoFactor, async ({ user, body: { code }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    return { recoveryCodes: await own.twoFactor.confirmSetup(subject, code, source) }
  }),
  route(accountApi.disableTwoFactor, async ({ user, body: { password, code }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.verifyPassword(subject, { password, ...source })
    await own.twoFactor.disable(subject, code, source)
    return readAccount(services, user)
  }),
  route(accountApi.regenerateRecoveryCodes, async ({ user, body: { password, code }, source }) => {
    const { own, subject } = await requireOwnAccount(services, user)
    await own.verifyPassword(subject, { password, ...source })
    return { recoveryCodes: await own.twoFactor.renewRecoveryCodes(subject, code, source) }
  }),
]
