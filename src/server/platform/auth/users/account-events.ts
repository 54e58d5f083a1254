import type { Database, Db } from '#server/platform/db/client.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { findUserOfAccount } from './find-user.ts'
import { recordSecurityEventForUser, type SecurityEventInput } from './security-events.ts'

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
