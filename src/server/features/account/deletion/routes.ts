import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { accountApi } from '#shared/contract/account.ts'
import { type DeleteDeps, deleteAccount } from './delete-account.ts'
import { findOwnAccount, readDeletedUser } from './deletion-effect.ts'

/** What is typed by whoever has no e-mail here that he could confirm with. */
const wordInstead = 'delete'

/** The end of an account, in any plan and without one. */
export const deleteRoutes = (deps: DeleteDeps) => [
  route(accountApi.deletion, async ({ user }) => {
    const { effect, ...leaver } = await user.tx(readDeletedUser)
    return { ...effect, needsPassword: (await findOwnAccount(deps.identity, leaver)) !== null }
  }),

  route(accountApi.delete, async ({ user, body: { email, password }, today, source }) => {
    const leaver = await user.tx(readDeletedUser)
    if (email.normalize('NFC').toLowerCase() !== (leaver.email ?? wordInstead).normalize('NFC').toLowerCase())
      throw refuse(
        'email',
        leaver.email === null ? `This account has no e-mail: type ${wordInstead} to confirm` : 'This is not the e-mail of this account',
      )
    const account = await findOwnAccount(deps.identity, leaver)
    if (account && !password) throw refuse('password', 'Password is required')
    await account?.verifyPassword(leaver.subject, { password: password!, ...source })
    await deleteAccount(deps, user.id, today)
  }),
]

const refuse = (path: 'email' | 'password', message: string) => new AppError(400, message, { issues: [{ path, message }] })
