import type { Database, Db } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { type Claims, findUserOfAccount } from './find-user.ts'
import { recordSecurityEventForUser, type SecurityEventInput } from './security-events.ts'

/** Every change to an account or its email links takes this lock first, so that they run one after the other. @throws AppError 404 */
export const lockAccount = async (db: Db, id: string): Promise<{ id: string; email: string; emailVerified: boolean }> => {
  const [account] = await db.rows<{ id: string; email: string; emailVerified: boolean }>(
    'select id, email, email_verified_at is not null as "emailVerified" from identity_accounts where id = $1 for update',
    [id],
  )
  if (!account) throw notFound('Account')
  return account
}

/**
 * Locks the claims until the transaction ends. Without it, a sign-in could overwrite an email that was confirmed after the provider issued
 * the claims, or create a user for an account that was just deleted, which would block its email for good.
 * @throws AppError 401 when the account was deleted
 */
export const refreshClaims = async (db: Db, claims: Claims): Promise<Claims> => {
  const [account] = await db.rows<Pick<Claims, 'email' | 'emailVerified' | 'firstName' | 'lastName'>>(
    `select email, email_verified_at is not null as "emailVerified", first_name as "firstName", last_name as "lastName"
     from identity_accounts where id = $1 for share`,
    [claims.subject],
  )
  if (!account) throw new AppError(401, 'This account was just deleted.')
  return { ...claims, ...account }
}

export type RecordEvent = (userId: number, event: SecurityEventInput) => Promise<void>

/** In a transaction without a user. Does nothing before the first sign-in. */
export const recordAccountEvent = async (db: Db, accountId: string, event: SecurityEventInput): Promise<void> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId !== null) await recordSecurityEventForUser(db, userId, event)
}

export const createFailedSignInLog = (database: Database, log: (line: string) => void) => ({
  recordWrongCode: (accountId: string, source: RequestSource): Promise<void> =>
    database.asNobody((db) => recordAccountEvent(db, accountId, { kind: 'sign_in_refused', ...source, detail: { what: 'code' } })),
  /** Runs in the background, so that the response time does not reveal whether the address has an account. */
  recordWrongPassword: (email: string, source: RequestSource): void => {
    const recorded = database.asNobody(async (db) => {
      const [account] = await db.rows<{ id: string }>('select id from identity_accounts where lower(email) = lower($1)', [email])
      if (account) await recordAccountEvent(db, account.id, { kind: 'sign_in_refused', ...source, detail: { what: 'password' } })
    })
    recorded.catch((error: Error) => log(`A failed sign-in could not be recorded: ${error.message}`))
  },
})
export type FailedSignInLog = ReturnType<typeof createFailedSignInLog>
