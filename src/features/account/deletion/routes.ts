import type { Services } from '#server/domain/services.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import { deleteAccount } from './delete-account.ts'
import { findOwnAccount, readDeletedUser } from './deletion-effect.ts'

/** Typed by users without an email address. */
const confirmationWord = 'delete'

export const deleteRoutes = (services: Services) => [
  route(accountApi.deletion, async ({ user }) => {
    const { effect, ...deletedUser } = await user.tx(readDeletedUser)
    return { ...effect, needsPassword: (await findOwnAccount(services.identity, deletedUser)) !== null }
  }),

  route(accountApi.delete, async ({ user, body: { email, password }, today, source }) => {
    const deletedUser = await user.tx(readDeletedUser)
    if (email.normalize('NFC').toLowerCase() !== (deletedUser.email ?? confirmationWord).normalize('NFC').toLowerCase())
      throw createRefusal(
        'email',
        deletedUser.email === null
          ? `This account has no email: type ${confirmationWord} to confirm`
          : 'This is not the email of this account',
      )
    const account = await findOwnAccount(services.identity, deletedUser)
    if (account && !password) throw createRefusal('password', 'Password is required')
    await account?.verifyPassword(deletedUser.subject, { password: password!, ...source })
    await deleteAccount(services, user.id, today)
  }),
]

const createRefusal = (path: 'email' | 'password', message: string) => new AppError(400, message, { issues: [{ path, message }] })
