import type { UserDb } from '#server/platform/db/client.ts'
import type { ProviderName } from '#shared/payment-methods.ts'

// Attempts whose key is gone. They are not 'expired', which is what a provider says, nor still under way, which would stand in the way of every new
// attempt: they count as failed. Should their key ever come back, they are asked about again.

const underway = "status in ('creating', 'open', 'pending')"

/** Gives up an attempt that nobody can be asked about. */
export const failAttempt = async (db: UserDb, id: string, log: (line: string) => void): Promise<void> => {
  log(`Payment attempt ${id} was set aside: the key that it was made with is gone.`)
  await db.rows(`update payment_attempts set status = 'failed', updated_at = now() where user_id = $1 and id = $2 and ${underway}`, [
    db.userId,
    id,
  ])
}

/** The same for all of a provider that were made with another account than this one, or with any when there is none. @returns how many there were */
export const failAttemptsOfOtherAccounts = async (db: UserDb, provider: ProviderName, accountId: string | null): Promise<number> =>
  (
    await db.rows(
      `update payment_attempts set status = 'failed', updated_at = now()
       where user_id = $1 and provider = $2 and ${underway} and account_id is distinct from $3 returning 1`,
      [db.userId, provider, accountId],
    )
  ).length

/** Attempts of an account that were set aside when its key went. */
export const listFailedAttempts = async (db: UserDb, provider: ProviderName, accountId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      "select id from payment_attempts where user_id = $1 and provider = $2 and status = 'failed' and ref is not null and account_id = $3",
      [db.userId, provider, accountId],
    )
  ).map(({ id }) => id)

/** Payment pages of an account that somebody may be looking at, the newest first. */
export const listOpenPages = (
  db: UserDb,
  provider: ProviderName,
  accountId: string,
): Promise<{ id: string; ref: string; invoiceId: number }[]> =>
  db.rows(
    `select id, ref, invoice_id as "invoiceId" from payment_attempts
     where user_id = $1 and provider = $2 and account_id = $3 and status in ('open', 'pending') and ref is not null order by created_at desc`,
    [db.userId, provider, accountId],
  )
