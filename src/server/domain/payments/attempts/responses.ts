import type { Decline, PaymentAttempt } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type ReceivedMoney, toStoredMoney } from './received-money.ts'

// Responses of providers can overtake each other: the one that was requested last counts, in whatever order they are stored.

/** The database's clock with microseconds, by which responses are ordered. A Date holds only milliseconds. */
export const readDatabaseClock = async (db: UserDb): Promise<string> => {
  const [row] = await db.rows<{ now: string }>('select clock_timestamp()::text as now')
  return row!.now
}

/** @returns false when the response to a later request is stored already: then this one must be dropped */
export const claimResponse = async (db: UserDb, id: string, requestedAt: string): Promise<boolean> =>
  (
    await db.rows(
      `update payment_attempts set asked_at = $3 where user_id = $1 and id = $2 and (asked_at is null or asked_at < $3::timestamptz)
       returning 1`,
      [db.userId, id, requestedAt],
    )
  ).length > 0

type Verdict = {
  status: PaymentAttempt['status']
  problem: string | null
  found: ReceivedMoney[] | null
  decline?: Decline['kind'] | null
}

/** Mostly nothing is new, and then nothing is written. `updated_at` is the time of the last change of status. */
export const saveVerdict = async (db: UserDb, id: string, { status, problem, found, decline = null }: Verdict): Promise<void> => {
  const changed = await db.rows(
    `update payment_attempts set status = $3, problem = $4, found = $5, decline = $6, updated_at = case when status = $3 then updated_at else now() end
     where user_id = $1 and id = $2 and (status, problem, found, decline) is distinct from ($3, $4, $5::jsonb, $6) returning 1`,
    [db.userId, id, status, problem, found && JSON.stringify(found.map(toStoredMoney)), decline],
  )
  if (changed.length > 0) db.announce('payments')
}
