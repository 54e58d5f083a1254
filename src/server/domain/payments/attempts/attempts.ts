import { randomBytes } from 'node:crypto'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import type { CardConsent, Decline, PaymentAttempt } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Amount, parseAmount, toDecimal } from '#shared/money.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import { parseStoredMoney, type ReceivedMoney, type StoredMoney } from './received-money.ts'

/** `found` is the money that was received for it, if there is a review. */
export type StoredAttempt = PaymentAttempt & { problem: string | null; found: ReceivedMoney[] | null; decline: Decline['kind'] | null }

type Row = Omit<StoredAttempt, 'amount' | 'found'> & { amount: string; found: StoredMoney[] | null }
const columns = `id, document_id as "invoiceId", provider, account_id as "accountId", ref, url, amount, currency, payee, capture_try as "captureTry",
  card_consent as "cardConsent", customer_ref as "customerRef", decline, status, problem, found, created_at as "createdAt", updated_at as "updatedAt"`
const toAttempt = (row: Row): StoredAttempt => ({
  ...row,
  ...{ amount: parseAmount(row.amount), found: row.found?.map(parseStoredMoney) ?? null },
})

/** Attempts by which the customer may still pay. */
const isActiveSql = "status in ('creating', 'open', 'pending')"

/** How long a capture may take. Until then an order that is only approved must not be captured again. */
const captureTimeoutMs = 2 * 60_000

export const isBeingCaptured = ({ status, updatedAt }: PaymentAttempt, now: Date): boolean =>
  status === 'pending' && now.getTime() - updatedAt.getTime() < captureTimeoutMs

/** Newest first. A constraint allows one that isn't pending for each provider. */
export const listActiveAttempts = async (db: UserDb, invoiceId: number): Promise<StoredAttempt[]> =>
  (
    await db.rows<Row>(
      `select ${columns} from payment_attempts where user_id = $1 and document_id = $2 and ${isActiveSql} order by created_at desc`,
      [db.userId, invoiceId],
    )
  ).map(toAttempt)

export const findLatestAttempt = async (db: UserDb, invoiceId: number): Promise<StoredAttempt | null> => {
  const [row] = await db.rows<Row>(
    `select ${columns} from payment_attempts where user_id = $1 and document_id = $2 order by created_at desc limit 1`,
    [db.userId, invoiceId],
  )
  return row ? toAttempt(row) : null
}

export const findAttempt = async (db: UserDb, id: string): Promise<StoredAttempt | null> => {
  const [row] = await db.rows<Row>(`select ${columns} from payment_attempts where user_id = $1 and id = $2`, [db.userId, id])
  return row ? toAttempt(row) : null
}

/** By the provider's id of its session or order. */
export const findAttemptByRef = async (
  db: UserDb,
  invoiceId: number,
  ref: string,
  provider?: ProviderName,
): Promise<StoredAttempt | null> => {
  const [row] = await db.rows<Row>(
    `select ${columns} from payment_attempts
     where user_id = $1 and document_id = $2 and ref = $3 and ($4::text is null or provider = $4) order by created_at desc limit 1`,
    [db.userId, invoiceId, ref, provider ?? null],
  )
  return row ? toAttempt(row) : null
}

/** Ids of attempts, of their sessions or orders, or of charges and payment intents that were recorded or received for them. */
export const findAttemptIdsByRefs = async (db: UserDb, provider: ProviderName, refs: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select id from payment_attempts where user_id = $1 and provider = $2 and (id = any($3::text[]) or ref = any($3::text[]))
       union
       select attempt_id from payments
       where user_id = $1 and provider = $2 and attempt_id is not null
         and (charge_ref = any($3::text[]) or stripe_payment_intent_id = any($3::text[]))
       union
       select a.id from payment_attempts a cross join lateral jsonb_array_elements(a.found) found
       where a.user_id = $1 and a.provider = $2 and jsonb_typeof(a.found) = 'array' and found ->> 'ref' = any($3::text[])`,
      [db.userId, provider, refs],
    )
  ).map(({ id }) => id)

/** With `customerRef`, a saved card is charged at once. */
type AttemptOptions = { cardConsent?: CardConsent | null; customerRef?: string; createdAt?: Date }

/** Call it before the provider, so that it is known even if the answer is lost. A saved card's charge is pending from the start. */
export const insertAttempt = async (
  db: UserDb,
  invoice: InvoiceBalance,
  { name, accountId }: { name: ProviderName; accountId: string },
  amount: Amount,
  { cardConsent = null, customerRef, createdAt }: AttemptOptions = {},
): Promise<StoredAttempt> => {
  db.announce('payments')
  const [row] = await db.rows<Row>(
    `insert into payment_attempts (user_id, id, document_id, provider, account_id, amount, document_version, currency, card_consent, customer_ref, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, lower($8), $9, $10, $11, coalesce($12, now())) returning ${columns}`,
    [
      db.userId,
      `att_${randomBytes(18).toString('base64url')}`,
      invoice.id,
      name,
      accountId,
      toDecimal(amount),
      invoice.version,
      invoice.currency,
      cardConsent && JSON.stringify(cardConsent),
      customerRef ?? null,
      customerRef === undefined ? 'creating' : 'pending',
      createdAt ?? null,
    ],
  )
  return toAttempt(row!)
}

type OpenedCheckout = { ref: string; url: string | null; payee: string | null }

/** @returns false when the attempt was abandoned while the provider opened the checkout, which then must not be given to a customer */
export const markAttemptOpen = async (db: UserDb, id: string, { ref, url, payee }: OpenedCheckout): Promise<boolean> => {
  const open = await db.rows(
    `update payment_attempts set ref = $3, url = $4, payee = $5, status = 'open', updated_at = now()
     where user_id = $1 and id = $2 and (status = 'creating' or (status = 'open' and ref = $3)) returning id`,
    [db.userId, id, ref, url, payee],
  )
  if (open.length > 0) db.announce('payments')
  return open.length > 0
}

export const saveCardPaymentRef = async (db: UserDb, id: string, ref: string): Promise<void> => {
  db.announce('payments')
  await db.rows('update payment_attempts set ref = $3 where user_id = $1 and id = $2 and ref is null', [db.userId, id, ref])
}

/** The provider refused to charge the card: there is no payment. */
export const refuseCardPayment = async (db: UserDb, id: string, { kind, message }: Decline): Promise<void> => {
  db.announce('payments')
  await db.rows(
    `update payment_attempts set status = 'failed', decline = $3, problem = $4, updated_at = now()
     where user_id = $1 and id = $2 and status = 'pending' and ref is null`,
    [db.userId, id, kind, message],
  )
}

export const isUnderReview = async (db: UserDb, invoiceId: number): Promise<boolean> =>
  (await db.rows("select 1 from payment_attempts where user_id = $1 and document_id = $2 and status = 'review'", [db.userId, invoiceId]))
    .length > 0

/** @returns false when it was no longer `from` */
export const moveAttempt = async (
  db: UserDb,
  id: string,
  from: PaymentAttempt['status'],
  to: PaymentAttempt['status'],
): Promise<boolean> => {
  const moved = await db.rows(
    'update payment_attempts set status = $4, updated_at = now() where user_id = $1 and id = $2 and status = $3 returning 1',
    [db.userId, id, from, to],
  )
  if (moved.length > 0) db.announce('payments')
  return moved.length > 0
}

/** @returns false when its checkout is open by now */
export const abandonAttempt = (db: UserDb, id: string): Promise<boolean> => moveAttempt(db, id, 'creating', 'failed')

// An attempt whose account has no key any more can't be fetched. It is stored as failed: 'expired' is what a provider reports, and an active
// attempt would keep new ones from being opened. If the account's key comes back, the attempt is fetched again.

export const failAttempt = async (db: UserDb, id: string, log: (line: string) => void): Promise<void> => {
  log(`Payment attempt ${id} is stored as failed: the key of its account is gone.`)
  db.announce('payments')
  await db.rows(`update payment_attempts set status = 'failed', updated_at = now() where user_id = $1 and id = $2 and ${isActiveSql}`, [
    db.userId,
    id,
  ])
}

/** Of all accounts but this one, or of all for null. @returns how many there were */
export const failAttemptsOfOtherAccounts = async (db: UserDb, provider: ProviderName, accountId: string | null): Promise<number> => {
  const failed = await db.rows(
    `update payment_attempts set status = 'failed', updated_at = now()
     where user_id = $1 and provider = $2 and ${isActiveSql} and account_id is distinct from $3 returning 1`,
    [db.userId, provider, accountId],
  )
  if (failed.length > 0) db.announce('payments')
  return failed.length
}

export const listFailedAttempts = async (db: UserDb, provider: ProviderName, accountId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select id from payment_attempts
       where user_id = $1 and provider = $2 and status = 'failed' and (ref is not null or customer_ref is not null) and account_id = $3`,
      [db.userId, provider, accountId],
    )
  ).map(({ id }) => id)

/** Whose checkout a customer may have open; newest first. */
export const listOpenCheckouts = (db: UserDb, provider: ProviderName, accountId: string): Promise<{ id: string; ref: string }[]> =>
  db.rows(
    `select id, ref from payment_attempts
     where user_id = $1 and provider = $2 and account_id = $3 and status in ('open', 'pending') and ref is not null order by created_at desc`,
    [db.userId, provider, accountId],
  )
