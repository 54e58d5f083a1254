import type { z } from 'zod'
import type { invoiceEmail } from '#shared/api/invoice-emails.ts'
import type { UserDb } from './db/client.ts'

/** An e-mail to an invoice's customer, and where it stands. */
export type InvoiceEmail = z.output<typeof invoiceEmail>

/** An e-mail as its sender needs it. */
export type StoredEmail = {
  id: number
  invoiceId: number
  kind: 'invoice' | 'receipt'
  paymentId: number | null
  to: string
  subject: string
  /** The owner's own words, or null for the usual ones. */
  message: string | null
  state: InvoiceEmail['state']
}

type NewEmail = { invoiceId: number; to: string; subject: string } & (
  | { kind: 'invoice'; message: string | null }
  | { kind: 'receipt'; paymentId: number }
)

/** The invoice's row says where its last e-mail stands; no change of the paper, so its version stays. */
const followLatest = (db: UserDb, invoiceId: number) =>
  db.rows(
    `update invoices i set email_state = latest.state
     from (select state from invoice_emails where user_id = $1 and invoice_id = $2 and kind = 'invoice' order by id desc limit 1) latest
     where i.user_id = $1 and i.id = $2 and i.email_state is distinct from latest.state`,
    [db.userId, invoiceId],
    'emails.follow',
  )

/**
 * Writes down that an e-mail is to go out, in the transaction that queues its job. A payment has one receipt: a second wish is the first.
 * @returns the row's id
 */
export const insertEmail = async (db: UserDb, email: NewEmail): Promise<number> => {
  const paymentId = email.kind === 'receipt' ? email.paymentId : null
  const [made] = await db.rows<{ id: number }>(
    `insert into invoice_emails (user_id, invoice_id, kind, payment_id, to_address, subject, message) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict on constraint invoice_emails_receipt_key do nothing returning id`,
    [db.userId, email.invoiceId, email.kind, paymentId, email.to, email.subject, email.kind === 'invoice' ? email.message : null],
    'emails.insert',
  )
  if (email.kind === 'invoice') await followLatest(db, email.invoiceId)
  if (made) return made.id
  const [first] = await db.rows<{ id: number }>('select id from invoice_emails where user_id = $1 and payment_id = $2', [
    db.userId,
    paymentId,
  ])
  return first!.id
}

/** One of an invoice's e-mails, or null when it has none such or is deleted. */
export const emailOf = async (db: UserDb, invoiceId: number, emailId: number): Promise<InvoiceEmail | null> => {
  const [found] = await db.rows<InvoiceEmail>(
    `select e.id, e.kind, e.to_address as "to", e.subject, e.state, e.reason, e.attempts, e.queued_at as "queuedAt", e.settled_at as "settledAt"
     from invoice_emails e
     join invoices i on i.user_id = e.user_id and i.id = e.invoice_id and i.deleted_at is null
     where e.user_id = $1 and e.invoice_id = $2 and e.id = $3`,
    [db.userId, invoiceId, emailId],
    'emails.one',
  )
  return found ?? null
}

/** An e-mail for whoever sends it, or null when there is no such row. */
export const storedEmail = async (db: UserDb, emailId: number): Promise<StoredEmail | null> => {
  const [found] = await db.rows<StoredEmail>(
    `select id, invoice_id as "invoiceId", kind, payment_id as "paymentId", to_address as "to", subject, message, state
     from invoice_emails where user_id = $1 and id = $2`,
    [db.userId, emailId],
  )
  return found ?? null
}

/** What came of one try; a `queued` one is followed by another. `to` is where the message went, or was to go. */
export type Outcome = { state: 'accepted'; to: string } | { state: 'failed' | 'queued'; reason: string; to?: string }

/** Writes down what came of one try. */
export const noteTry = async (db: UserDb, { id, invoiceId }: StoredEmail, outcome: Outcome): Promise<void> => {
  await db.rows(
    `update invoice_emails set state = $3, reason = $4, attempts = attempts + 1, settled_at = case when $3 = 'queued' then null else now() end,
            to_address = coalesce($5, to_address)
     where user_id = $1 and id = $2`,
    [db.userId, id, outcome.state, outcome.state === 'accepted' ? null : outcome.reason, outcome.to ?? null],
  )
  await followLatest(db, invoiceId)
}

/**
 * Puts an e-mail that the mail server hasn't taken back to 'queued', for an address; its tries go on being counted.
 * @returns false when the mail server has taken it meanwhile
 */
export const requeueEmail = async (db: UserDb, invoiceId: number, emailId: number, to: string): Promise<boolean> => {
  const again = await db.rows(
    `update invoice_emails set state = 'queued', reason = null, settled_at = null, to_address = $4
     where user_id = $1 and invoice_id = $2 and id = $3 and state <> 'accepted' returning id`,
    [db.userId, invoiceId, emailId, to],
  )
  await followLatest(db, invoiceId)
  return again.length > 0
}
