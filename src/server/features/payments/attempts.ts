import { randomBytes } from 'node:crypto'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Cents, parseCents, toDecimal } from '#shared/money.ts'
import type { Collectable } from './balance.ts'
import type { Attempt, CheckoutProvider } from './provider.ts'

type Row = Omit<Attempt, 'amount'> & { amount: string }
const columns = 'id, invoice_id as "invoiceId", account_id as "accountId", ref, url, amount, currency, status, created_at as "createdAt"'
const asAttempt = (row: Row): Attempt => ({ ...row, amount: parseCents(row.amount) })

/** The attempt under way for an invoice, if there is one: at most one per invoice and provider, says the database. */
export const openAttemptOf = async (db: UserDb, invoiceId: number): Promise<Attempt | null> => {
  const [row] = await db.rows<Row>(
    `select ${columns} from payment_attempts where user_id = $1 and invoice_id = $2 and status in ('creating', 'open', 'pending') order by created_at desc limit 1`,
    [db.userId, invoiceId],
  )
  return row ? asAttempt(row) : null
}

export const latestAttemptOf = async (db: UserDb, invoiceId: number): Promise<Attempt | null> => {
  const [row] = await db.rows<Row>(
    `select ${columns} from payment_attempts where user_id = $1 and invoice_id = $2 order by created_at desc limit 1`,
    [db.userId, invoiceId],
  )
  return row ? asAttempt(row) : null
}

export const attemptById = async (db: UserDb, id: string): Promise<Attempt | null> => {
  const [row] = await db.rows<Row>(`select ${columns} from payment_attempts where user_id = $1 and id = $2`, [db.userId, id])
  return row ? asAttempt(row) : null
}

/** Notes an attempt before the provider is called, so that no answer of his can be lost. */
export const insertAttempt = async (db: UserDb, invoice: Collectable, provider: CheckoutProvider, amount: Cents): Promise<Attempt> => {
  const [row] = await db.rows<Row>(
    `insert into payment_attempts (user_id, id, invoice_id, provider, account_id, amount, invoice_version)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [
      db.userId,
      `att_${randomBytes(18).toString('base64url')}`,
      invoice.id,
      provider.name,
      provider.accountId,
      toDecimal(amount),
      invoice.version,
    ],
  )
  return asAttempt(row!)
}

/** @returns false when the attempt was given up while the provider was asked: then nobody may get this page. */
export const markOpen = async (db: UserDb, id: string, { ref, url }: { ref: string; url: string }): Promise<boolean> => {
  const open = await db.rows(
    `update payment_attempts set ref = $3, url = $4, status = 'open', updated_at = now()
     where user_id = $1 and id = $2 and (status = 'creating' or (status = 'open' and ref = $3)) returning id`,
    [db.userId, id, ref, url],
  )
  return open.length > 0
}

/** Gives up an attempt whose page nobody has got yet. */
export const giveUp = (db: UserDb, id: string) =>
  db.rows("update payment_attempts set status = 'failed', updated_at = now() where user_id = $1 and id = $2 and status = 'creating'", [
    db.userId,
    id,
  ])

/** Whether a payment came that isn't what was asked for, and nobody has looked at it yet. */
export const isUnderReview = async (db: UserDb, invoiceId: number): Promise<boolean> =>
  (await db.rows("select 1 from payment_attempts where user_id = $1 and invoice_id = $2 and status = 'review'", [db.userId, invoiceId]))
    .length > 0

/** The database's clock, by which answers are put in order; to the microsecond, which a Date can't hold. */
export const clock = async (db: UserDb): Promise<string> => {
  const [row] = await db.rows<{ now: string }>('select clock_timestamp()::text as now')
  return row!.now
}

/**
 * Notes that what the provider was asked at `askedAt` is about to be written down.
 * @returns the attempt's present status, or null when a later answer stands there already
 */
export const takeAnswer = async (db: UserDb, id: string, askedAt: string): Promise<Attempt['status'] | null> => {
  const [row] = await db.rows<{ status: Attempt['status'] }>(
    `update payment_attempts set asked_at = $3 where user_id = $1 and id = $2 and (asked_at is null or asked_at < $3::timestamptz)
     returning status`,
    [db.userId, id, askedAt],
  )
  return row?.status ?? null
}

export const markAs = (db: UserDb, id: string, status: Attempt['status']) =>
  db.rows('update payment_attempts set status = $3, updated_at = now() where user_id = $1 and id = $2', [db.userId, id, status])

/**
 * Gives up an attempt that nobody can be asked about, since the key it was made with is gone. It is not 'expired', which is what a provider says, nor
 * still under way, which would stand in the way of every new attempt: it counts as failed. Should its key ever come back, it is asked about again.
 */
export const setAside = async (db: UserDb, id: string, log: (line: string) => void): Promise<void> => {
  log(`Payment attempt ${id} was set aside: the key that it was made with is gone.`)
  await db.rows(
    "update payment_attempts set status = 'failed', updated_at = now() where user_id = $1 and id = $2 and status in ('creating', 'open', 'pending')",
    [db.userId, id],
  )
}

/** The same for all that were made with another account than this one, or with any when there is none. @returns how many there were */
export const setAsideOthers = async (db: UserDb, accountId: string | null): Promise<number> =>
  (
    await db.rows(
      `update payment_attempts set status = 'failed', updated_at = now()
       where user_id = $1 and provider = 'stripe' and status in ('creating', 'open', 'pending') and account_id is distinct from $2 returning 1`,
      [db.userId, accountId],
    )
  ).length

/** Attempts of an account that were set aside when its key went. */
export const setAsideOf = async (db: UserDb, accountId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      "select id from payment_attempts where user_id = $1 and provider = 'stripe' and status = 'failed' and ref is not null and account_id = $2",
      [db.userId, accountId],
    )
  ).map(({ id }) => id)

/** Payment pages of an account that somebody may be looking at, the newest first. */
export const pagesUnderway = (db: UserDb, accountId: string): Promise<{ id: string; invoiceId: number }[]> =>
  db.rows(
    `select id, invoice_id as "invoiceId" from payment_attempts
     where user_id = $1 and provider = 'stripe' and account_id = $2 and status in ('open', 'pending') and ref is not null order by created_at desc`,
    [db.userId, accountId],
  )
