import type { Db } from '#server/platform/db/client.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

/** What a code is held against: an account whose second factor is on, and the key of its recovery codes' hashes. */
export type Against = { accountId: string; secret: string; hashKey: string; now: Date }

/**
 * Takes a code, if it is right, and answers which kind it was: each step of the app's is taken once and in order, each recovery code once. Both are one statement with the
 * condition in it, so that of two at once only one is right.
 */
export const consumeCode = async (
  db: Db,
  code: string,
  { accountId, secret, hashKey, now }: Against,
): Promise<'app' | 'recovery' | false> => {
  const step = findTotpStep(secret, code, now)
  if (step !== null) {
    const taken = await db.rows(
      `update identity_accounts set totp_last_step = $2
       where id = $1 and totp_on_at is not null and coalesce(totp_last_step, -1) < $2 returning 1`,
      [accountId, step],
    )
    return taken.length > 0 && 'app'
  }
  const hash = hashRecoveryCode(hashKey, accountId, code)
  if (hash === null) return false
  const used = await db.rows(
    'update identity_recovery_codes set used_at = $3 where account_id = $1 and code_hash = $2 and used_at is null returning 1',
    [accountId, hash, now],
  )
  return used.length > 0 && 'recovery'
}
