import type { PaymentAttempt } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ReceivedMoney } from './received-money.ts'

// Answers of providers overtake each other: what was asked later counts, whichever is written down first.

/** The database's clock, by which answers are put in order; to the microsecond, which a Date can't hold. */
export const readDatabaseClock = async (db: UserDb): Promise<string> => {
  const [row] = await db.rows<{ now: string }>('select clock_timestamp()::text as now')
  return row!.now
}

/**
 * Notes that what the provider was asked at `askedAt` is about to be written down.
 * @returns whether it may be: false when a later answer stands there already
 */
export const claimAnswer = async (db: UserDb, id: string, askedAt: string): Promise<boolean> =>
  (
    await db.rows(
      `update payment_attempts set asked_at = $3 where user_id = $1 and id = $2 and (asked_at is null or asked_at < $3::timestamptz)
       returning 1`,
      [db.userId, id, askedAt],
    )
  ).length > 0

type Verdict = { status: PaymentAttempt['status']; problem: string | null; found: ReceivedMoney[] | null }

/** Writes down what an answer means. The instant of the last change of status stays when it doesn't change. */
export const saveVerdict = (db: UserDb, id: string, { status, problem, found }: Verdict) =>
  db.rows(
    `update payment_attempts set status = $3, problem = $4, found = $5, updated_at = case when status = $3 then updated_at else now() end
     where user_id = $1 and id = $2`,
    [db.userId, id, status, problem, found && JSON.stringify(found)],
  )
