import { recordSecurityEventForUser, type SecurityEventInput } from '#server/platform/auth/security-events.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import type { RequestSource } from '#server/platform/http/request-source.ts'
import { findUserOfAccount } from './find-user.ts'

/** Writes down what happened to whoever signs in with this account of the bundled provider, in a transaction of nobody. Before his first sign-in there is no such user. */
export const recordAccountEvent = async (db: Db, accountId: string, event: SecurityEventInput): Promise<void> => {
  const userId = await findUserOfAccount(db, accountId)
  if (userId !== null) await recordSecurityEventForUser(db, userId, event)
}

/** Writes down sign-ins that the bundled provider refused. */
export const createFailedSignInLog = (database: Database, log: (line: string) => void) => ({
  /** A wrong code, which only follows a right password. */
  ofAccount: (accountId: string, from: RequestSource): Promise<void> =>
    database.asNobody((db) => recordAccountEvent(db, accountId, { kind: 'sign_in_refused', ...from, detail: { what: 'code' } })),
  /** A wrong password. Nobody waits for it: how long the answer takes must not tell whether the address has an account. */
  ofEmail: (email: string, from: RequestSource): void => {
    const recorded = database.asNobody(async (db) => {
      const [account] = await db.rows<{ id: string }>('select id from identity_accounts where lower(email) = lower($1)', [email])
      if (account) await recordAccountEvent(db, account.id, { kind: 'sign_in_refused', ...from, detail: { what: 'password' } })
    })
    recorded.catch((error: Error) => log(`A refused sign-in was not written down: ${error.message}`))
  },
})
export type FailedSignInLog = ReturnType<typeof createFailedSignInLog>
