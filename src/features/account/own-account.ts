import { eq } from 'drizzle-orm'
import type { Services } from '#server/domain/services.ts'
import type { AccountService } from '#server/platform/auth/accounts/account-service.ts'
import { bundledIssuer } from '#server/platform/auth/users/find-user.ts'
import { users } from '#server/platform/db/schema/identity.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Caller } from '#server/platform/http/route.ts'
import type { Account } from '#shared/contract/account.ts'

/** @throws AppError 401 when it was deleted meanwhile */
export const readCurrentUser = (user: Caller) =>
  user.tx(async (db) => {
    const [row] = await db.orm.select().from(users).where(eq(users.id, user.id))
    if (!row) throw new AppError(401, 'Please sign in')
    return row
  })

export const readAccount = async ({ identity }: Services, user: Caller): Promise<Account> => {
  const row = await readCurrentUser(user)
  const isOurs = row.issuer === bundledIssuer
  const own = isOurs ? await identity.accounts?.read(row.subject) : null
  const { email, emailVerified, firstName, lastName } = row
  if (!identity.accounts || !own)
    return {
      ...{ email, emailVerified, pendingEmail: null, firstName, lastName },
      ...{ managedBy: 'elsewhere', issuer: isOurs ? identity.issuer : row.issuer, twoFactor: { isOn: false, recoveryCodesLeft: 0 } },
    }
  return { ...own, managedBy: 'billfold', issuer: null, twoFactor: await identity.accounts.twoFactor.getState(row.subject) }
}

/** @throws AppError 409 when another identity provider manages the account */
export const requireOwnAccount = async ({ identity }: Services, user: Caller): Promise<{ own: AccountService; subject: string }> => {
  const { issuer, subject } = await readCurrentUser(user)
  const own = issuer === bundledIssuer ? identity.accounts : null
  if (!own || !(await own.read(subject)))
    throw new AppError(409, 'Your name, email and password are looked after where you sign in. Please change them there.')
  return { own, subject }
}
