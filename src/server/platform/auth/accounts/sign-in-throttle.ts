import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { getNetworkPrefix, isLoopback } from '#server/platform/http/rate-limits.ts'

/** `free` attempts cost nothing; each further one makes the next wait longer. */
type Limit = { key: string; free: number }

/** Seconds to wait after the last free attempt, and after each one more. It never grows into a lock-out. */
const waits = [10, 30, 60, 300, 900]
/** After an hour without an attempt the count starts anew. */
const forgetSeconds = 3600

const freeOfEmail = { email: 5, reset: 3, confirm: 10 }
const emailLimit = (email: string, kind: keyof typeof freeOfEmail = 'email'): Limit => ({
  key: `${kind}:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`,
  free: freeOfEmail[kind],
})

const changeLimit = (accountId: string): Limit => ({ key: `change:${accountId}`, free: 10 })
const codeLimit = (accountId: string): Limit => ({ key: `code:${accountId}`, free: 5 })

const addressLimit = (kind: 'address' | 'create' | 'ask-reset' | 'set-reset', address: string, free: number): Limit => {
  return { key: `${kind}:${getNetworkPrefix(address)}`, free: isLoopback(address) ? free * 10 : free }
}

/**
 * Slows guessing down. An attempt is counted before the password is looked at, so that attempts at the same moment can't slip through together;
 * success takes it back. Kept in the database: every node counts alike.
 */
export const createSignInThrottle = (pool: Pool, now: () => Date) => {
  /** Counts one attempt; answers the seconds still to wait, 0 when it may go on. */
  const count = async ({ key, free }: Limit): Promise<number> => {
    const { rowCount } = await pool.query(
      `insert into sign_in_attempts as a (key, failures, blocked_until, updated_at) values ($1, 1, null, $2::timestamptz)
       on conflict (key) do update set
         failures = case when a.updated_at < $2::timestamptz - make_interval(secs => $5::int) then 1 else a.failures + 1 end,
         blocked_until = case when a.updated_at < $2::timestamptz - make_interval(secs => $5::int) or a.failures + 1 < $3::int then null
           else $2::timestamptz + make_interval(secs => ($4::int[])[least(a.failures + 2 - $3::int, array_length($4::int[], 1))]) end,
         updated_at = $2::timestamptz
       where a.blocked_until is null or a.blocked_until <= $2::timestamptz
       returning 1`,
      [key, now(), free, waits, forgetSeconds],
    )
    if (rowCount) return 0
    const { rows } = await pool.query<{ until: Date | null }>('select blocked_until as until from sign_in_attempts where key = $1', [key])
    return rows[0]?.until ? Math.max(1, Math.ceil((rows[0].until.getTime() - now().getTime()) / 1000)) : 0
  }
  const takeBack = (key: string) =>
    pool.query('update sign_in_attempts set failures = greatest(failures - 1, 0), blocked_until = null where key = $1', [key])

  return {
    /** Seconds to wait before a password for this e-mail may be tried from this address; 0 counts it as tried. */
    signIn: async (email: string, address: string) =>
      (await count(addressLimit('address', address, 50))) || (await count(emailLimit(email))),
    signedIn: async (email: string, address: string) => {
      await pool.query('delete from sign_in_attempts where key = $1', [emailLimit(email).key])
      await takeBack(addressLimit('address', address, 50).key)
    },
    /**
     * Seconds to wait before an account's password or second factor may be changed once more; 0 counts it as changed. Its address, which may be a
     * stranger's, is told each time.
     */
    change: (accountId: string) => count(changeLimit(accountId)),
    /** Seconds to wait before a link to confirm this e-mail may be mailed there, whatever account it is for; 0 counts it as mailed. */
    mailConfirm: (email: string) => count(emailLimit(email, 'confirm')),
    /** Seconds to wait before a code of this account's second factor may be tried; 0 counts it as tried. */
    code: (accountId: string) => count(codeLimit(accountId)),
    codeWasRight: (accountId: string) => pool.query('delete from sign_in_attempts where key = $1', [codeLimit(accountId).key]),
    /** Seconds to wait before another account may be made from this address; 0 counts it as made. */
    createAccount: (address: string) => count(addressLimit('create', address, 30)),
    /** Seconds to wait before a link for this e-mail may be asked for from this address, whether it has an account or not; 0 counts it as asked. */
    askReset: async (email: string, address: string) =>
      (await count(addressLimit('ask-reset', address, 20))) || (await count(emailLimit(email, 'reset'))),
    /** Seconds to wait before a mailed link may be tried from this address; 0 counts it as tried. */
    tryReset: (address: string) => count(addressLimit('set-reset', address, 30)),
    forgetOld: () =>
      pool.query(
        "delete from sign_in_attempts where updated_at < $1::timestamptz - interval '1 day' and coalesce(blocked_until, $1::timestamptz) <= $1::timestamptz",
        [now()],
      ),
  }
}
export type SignInThrottle = ReturnType<typeof createSignInThrottle>
