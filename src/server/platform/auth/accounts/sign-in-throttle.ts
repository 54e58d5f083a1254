import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { getNetworkPrefix, isLoopback } from '#server/platform/http/request-source.ts'

/** The first `free` attempts cost nothing; each further one makes the next wait longer. */
type Limit = { key: string; free: number }

/** Seconds to wait after the last free attempt and after each further one. The waits stay finite, so that nobody can be locked out for good. */
const waitSeconds = [10, 30, 60, 300, 900]
/** An hour without an attempt resets the count. */
const resetAfterSeconds = 3600

const freePerEmail = { email: 5, reset: 3, confirm: 10 }
const emailLimit = (email: string, kind: keyof typeof freePerEmail = 'email'): Limit => ({
  key: `${kind}:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`,
  free: freePerEmail[kind],
})

const changeLimit = (accountId: string): Limit => ({ key: `change:${accountId}`, free: 10 })
const codeLimit = (accountId: string): Limit => ({ key: `code:${accountId}`, free: 5 })

const addressLimit = (kind: 'address' | 'create' | 'ask-reset' | 'set-reset', address: string, free: number): Limit => {
  return { key: `${kind}:${getNetworkPrefix(address)}`, free: isLoopback(address) ? free * 10 : free }
}

/**
 * Waits grow (exponential backoff), beside the fixed windows of `http/rate-limits.ts`. An attempt is counted before the password is
 * checked, so that concurrent attempts cannot exceed the limit; a success takes its count back. All nodes share the counts in the database.
 * Each method that counts returns the seconds to wait; 0 means that the attempt was counted and may go on.
 */
export const createSignInThrottle = (pool: Pool, now: () => Date) => {
  const countAttempt = async ({ key, free }: Limit): Promise<number> => {
    const { rowCount } = await pool.query(
      `insert into sign_in_attempts as a (key, failures, blocked_until, updated_at) values ($1, 1, null, $2::timestamptz)
       on conflict (key) do update set
         failures = case when a.updated_at < $2::timestamptz - make_interval(secs => $5::int) then 1 else a.failures + 1 end,
         blocked_until = case when a.updated_at < $2::timestamptz - make_interval(secs => $5::int) or a.failures + 1 < $3::int then null
           else $2::timestamptz + make_interval(secs => ($4::int[])[least(a.failures + 2 - $3::int, array_length($4::int[], 1))]) end,
         updated_at = $2::timestamptz
       where a.blocked_until is null or a.blocked_until <= $2::timestamptz
       returning 1`,
      [key, now(), free, waitSeconds, resetAfterSeconds],
    )
    if (rowCount) return 0
    const { rows } = await pool.query<{ until: Date | null }>('select blocked_until as until from sign_in_attempts where key = $1', [key])
    return rows[0]?.until ? Math.max(1, Math.ceil((rows[0].until.getTime() - now().getTime()) / 1000)) : 0
  }
  const uncount = (key: string) =>
    pool.query('update sign_in_attempts set failures = greatest(failures - 1, 0), blocked_until = null where key = $1', [key])

  return {
    signIn: async (email: string, address: string) =>
      (await countAttempt(addressLimit('address', address, 50))) || (await countAttempt(emailLimit(email))),
    /** Takes back also what failed sign-ins for this email cost. */
    signedIn: async (email: string, address: string) => {
      await pool.query('delete from sign_in_attempts where key = $1', [emailLimit(email).key])
      await uncount(addressLimit('address', address, 50).key)
    },
    /** Each change emails the account's address, which may be unconfirmed. */
    change: (accountId: string) => countAttempt(changeLimit(accountId)),
    sendConfirmation: (email: string) => countAttempt(emailLimit(email, 'confirm')),
    code: (accountId: string) => countAttempt(codeLimit(accountId)),
    codeAccepted: (accountId: string) => pool.query('delete from sign_in_attempts where key = $1', [codeLimit(accountId).key]),
    createAccount: (address: string) => countAttempt(addressLimit('create', address, 30)),
    requestReset: async (email: string, address: string) =>
      (await countAttempt(addressLimit('ask-reset', address, 20))) || (await countAttempt(emailLimit(email, 'reset'))),
    useResetLink: (address: string) => countAttempt(addressLimit('set-reset', address, 30)),
    deleteExpired: () =>
      pool.query(
        "delete from sign_in_attempts where updated_at < $1::timestamptz - interval '1 day' and coalesce(blocked_until, $1::timestamptz) <= $1::timestamptz",
        [now()],
      ),
  }
}
export type SignInThrottle = ReturnType<typeof createSignInThrottle>
