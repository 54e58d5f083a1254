import { randomBytes } from 'node:crypto'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import type { PaymentAttempt } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Cents, parseCents, toDecimal } from '#shared/money.ts'
import type { ProviderName } from '#shared/payment-methods.ts'
import type { ReceivedMoney } from './received-money.ts'

/** An attempt as it is kept: with what is wrong about the money that came for it, if anything is. */
export type StoredAttempt = PaymentAttempt & { problem: string | null; found: ReceivedMoney[] | null }

type Row = Omit<StoredAttempt, 'amount'> & { amount: string }
const columns = `id, invoice_id as "invoiceId", provider, account_id as "accountId", ref, url, amount, currency, payee, capture_try as "captureTry",
  status, problem, found, created_at as "createdAt", updated_at as "updatedAt"`
const asAttempt = (row: Row): StoredAttempt => ({ ...row, amount: parseCents(row.amount) })

/** Of whoever may still be paying. */
const underway = "status in ('creating', 'open', 'pending')"

/** The attempts under way for an invoice: of each provider at most one that may still be paid, says the database. */
export const listActiveAttempts = async (db: UserDb, invoiceId: number): Promise<StoredAttempt[]> =>
  (
    await db.rows<Row>(
      `select ${columns} from payment_attempts where user_id = $1 and invoice_id = $2 and ${underway} order by created_at desc`,
      [db.userId, invoiceId],
    )
  ).map(asAttempt)

export const findLatestAttempt = async (db: UserDb, invoiceId: number): Promise<StoredAttempt | null> => {
  const [row] = await db.rows<Row>(
    `select ${columns} from payment_attempts where user_id = $1 and invoice_id = $2 order by created_at desc limit 1`,
    [db.userId, invoiceId],
  )
  return row ? asAttempt(row) : null
}

export const findAttempt = async (db: UserDb, id: string): Promise<StoredAttempt | null> => {
  const [row] = await db.rows<Row>(`select ${columns} from payment_attempts where user_id = $1 and id = $2`, [db.userId, id])
  return row ? asAttempt(row) : null
}

/** An invoice's attempt by the provider's own id of its page or order; null when it has no such attempt. */
export const findAttemptByRef = async (
  db: UserDb,
  invoiceId: number,
  ref: string,
  provider?: ProviderName,
): Promise<StoredAttempt | null> => {
  const [row] = await db.rows<Row>(
    `select ${columns} from payment_attempts
     where user_id = $1 and invoice_id = $2 and ref = $3 and ($4::text is null or provider = $4) order by created_at desc limit 1`,
    [db.userId, invoiceId, ref, provider ?? null],
  )
  return row ? asAttempt(row) : null
}

/** Whom it is asked of, and whose account that is. */
type Asked = { name: ProviderName; accountId: string }

/** Notes an attempt before the provider is called, so that no answer of his can be lost. */
export const insertAttempt = async (db: UserDb, invoice: InvoiceBalance, provider: Asked, amount: Cents): Promise<StoredAttempt> => {
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

type Opened = { ref: string; url: string | null; payee: string | null }

/** @returns false when the attempt was given up while the provider was asked: then nobody may get this page. */
export const markAttemptOpen = async (db: UserDb, id: string, { ref, url, payee }: Opened): Promise<boolean> => {
  const open = await db.rows(
    `update payment_attempts set ref = $3, url = $4, payee = $5, status = 'open', updated_at = now()
     where user_id = $1 and id = $2 and (status = 'creating' or (status = 'open' and ref = $3)) returning id`,
    [db.userId, id, ref, url, payee],
  )
  return open.length > 0
}

/** Gives up an attempt whose page nobody has got yet. @returns false when somebody has got it meanwhile */
export const abandonAttempt = (db: UserDb, id: string): Promise<boolean> => moveAttempt(db, id, 'creating', 'failed')

/** Whether money came that isn't what was asked for, and the owner hasn't said yet what is to become of it. */
export const isUnderReview = async (db: UserDb, invoiceId: number): Promise<boolean> =>
  (await db.rows("select 1 from payment_attempts where user_id = $1 and invoice_id = $2 and status = 'review'", [db.userId, invoiceId]))
    .length > 0

/** Moves an attempt on, unless it isn't where the caller believes it to be any more. @returns whether it was moved */
export const moveAttempt = async (db: UserDb, id: string, from: PaymentAttempt['status'], to: PaymentAttempt['status']): Promise<boolean> =>
  (
    await db.rows(
      'update payment_attempts set status = $4, updated_at = now() where user_id = $1 and id = $2 and status = $3 returning 1',
      [db.userId, id, from, to],
    )
  ).length > 0
