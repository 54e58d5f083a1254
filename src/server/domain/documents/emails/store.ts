import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { documentEmail } from '#shared/contract/document-emails.ts'
import { countEmail } from './allowance.ts'
import { describeRefusal, listBounced, requireDeliverable } from './bounced-addresses.ts'
import type { Recipients } from './recipients.ts'

export type DocumentEmail = z.output<typeof documentEmail>

export type StoredEmail = {
  id: number
  documentId: number
  kind: DocumentEmail['kind']
  /** The payment of a receipt. */
  paymentId: number | null
  to: string
  cc: string[]
  copyTo: string | null
  /** Recipients that earlier attempts reached. */
  reached: string[]
  subject: string
  message: string | null
  state: DocumentEmail['state']
  /** Whether it counts for the account's limit; the receipt of a provider's payment doesn't. */
  isCounted: boolean
}

/** How long an email that is held can be taken back: the ten seconds that the page offers, and two for slow requests. */
export const holdMs = 12_000

/** A held one is stored as queued at the end of its hold. */
type NewEmail = {
  documentId: number
  to: string
  cc?: readonly string[]
  copyTo?: string | null
  subject: string
  message?: string | null
  isHeld?: boolean
  receiptOf?: Receipted
}
type Receipted = { paymentId: number; isCounted: boolean }

/** Every writer locks the document before rows of emails, so writers can't deadlock, and later statements see earlier writers' emails. */
export const lockDocument = (db: UserDb, documentId: number): void =>
  db.send('select 1 from documents where user_id = $1 and id = $2 for no key update', [db.userId, documentId], 'emails.lock-document')

/** It isn't a change of the document, so its version stays. */
export const copyLatestState = async (db: UserDb, documentId: number): Promise<void> => {
  const [changed] = await db.rows<{ type: DocumentType['name'] }>(
    `update documents p set email_status = latest.state
     from (select state from document_emails where user_id = $1 and document_id = $2 and kind = 'document' order by id desc limit 1) latest
     where p.user_id = $1 and p.id = $2 and p.email_status is distinct from latest.state
     returning p.type`,
    [db.userId, documentId],
    'emails.copy-state',
  )
  if (changed) db.announce(`${changed.type}s`)
}

/**
 * Call it in the transaction that queues its job. A payment has one receipt: a second insert returns the first row.
 * @throws AppError 409 when an address gets no emails, 429 when the account's limit is reached
 */
export const insertEmail = async (db: UserDb, email: NewEmail): Promise<number> => {
  const { documentId, to, cc = [], copyTo = null, subject, message = null, isHeld = false, receiptOf } = email
  if (receiptOf !== undefined) return insertReceipt(db, { ...email, receiptOf })
  lockDocument(db, documentId)
  await requireDeliverable(db, { to, cc })
  // Each recipient counts as an email; the owner's own address never does.
  for (const address of [to, ...cc]) await countEmail(db, address)
  const [made] = await db.rows<{ id: number }>(
    `insert into document_emails (user_id, document_id, to_address, subject, message, cc_addresses, copy_address, queued_at)
     values ($1, $2, $3, $4, $5, nullif($6, ''), $7, now() + $8 * interval '1 millisecond') returning id`,
    [db.userId, documentId, to, subject, message, cc.join(', '), copyTo, isHeld ? holdMs : 0],
    'emails.insert',
  )
  await copyLatestState(db, documentId)
  return made!.id
}

/**
 * Deletes it as if it had never been queued; it stays counted for the account's limit.
 * @returns its address; null when none is held, its hold is over, or the document was sent again in the meantime
 */
export const takeBackHeldEmail = async (db: UserDb, documentId: number): Promise<string | null> => {
  lockDocument(db, documentId)
  // The sending job reads the row under a lock once the hold is over: either it finds no row, or the time is checked after it has read.
  db.send('select 1 from document_emails where user_id = $1 and document_id = $2 for update', [db.userId, documentId], 'emails.lock')
  const [taken] = await db.rows<{ to: string }>(
    `delete from document_emails e
     where user_id = $1 and document_id = $2 and kind = 'document' and state = 'queued' and attempts = 0 and queued_at > clock_timestamp()
       and not exists (select from document_emails other
         where other.user_id = $1 and other.document_id = $2 and other.kind = 'document' and other.id <> e.id)
     returning to_address as "to"`,
    [db.userId, documentId],
    'emails.take-back',
  )
  if (!taken) return null
  await db.rows('update documents set email_status = null where user_id = $1 and id = $2', [db.userId, documentId], 'emails.clear-state')
  return taken.to
}

const insertReceipt = async (
  db: UserDb,
  { documentId, to, subject, receiptOf: { paymentId, isCounted } }: NewEmail & { receiptOf: Receipted },
): Promise<number> => {
  // Nobody is there to be asked, so that it isn't sent is shown with the invoice's other emails.
  const [mark] = await listBounced(db, [to])
  const [made] = await db.rows<{ id: number }>(
    `insert into document_emails (user_id, document_id, kind, payment_id, to_address, subject, reason, state, settled_at)
     values ($1, $2, 'receipt', $3, $4, $5, $6, case when $6::text is null then 'queued' else 'failed' end, ${mark ? 'now()' : 'null'})
     on conflict on constraint document_emails_receipt_key do nothing returning id`,
    [db.userId, documentId, paymentId, to, subject, mark ? describeRefusal(mark) : null],
    mark ? 'receipts.insert-refused' : 'receipts.insert',
  )
  if (made) {
    if (isCounted && !mark) await countEmail(db, to)
    return made.id
  }
  const [first] = await db.rows<{ id: number }>('select id from document_emails where user_id = $1 and payment_id = $2', [
    db.userId,
    paymentId,
  ])
  return first!.id
}

/** In the API, an email with the document has the document's type as its kind. */
const kindSql = (type: DocumentType) => `case e.kind when 'document' then '${type.name}' else e.kind end as kind`

/** In the API, an email that the recipient's mail server returned is bounced. @param e alias of the row */
export const emailStateSql = (e: string): string =>
  `case when ${e}.state = 'failed' and ${e}.reported_addresses is not null then 'bounced' else ${e}.state end`

const emailColumns = (type: DocumentType) =>
  `e.id, ${kindSql(type)}, e.to_address as "to", ${ccSql} as cc, e.copy_address as "copyTo", e.subject, ${emailStateSql('e')} as state, e.reason, e.attempts, least(e.queued_at, now()) as "queuedAt", e.settled_at as "settledAt"`

const ccSql = `coalesce(string_to_array(e.cc_addresses, ', '), '{}')`

const maxEmails = 200

export const listEmails = (db: UserDb, type: DocumentType, documentId: number): Promise<DocumentEmail[]> =>
  db.rows(
    `select ${emailColumns(type)} from document_emails e where e.user_id = $1 and e.document_id = $2 order by e.id desc limit $3`,
    [db.userId, documentId, maxEmails],
    `emails.of-${type.name}`,
  )

/** Null also when the document is deleted. */
export const findEmail = async (db: UserDb, type: DocumentType, documentId: number, emailId: number): Promise<DocumentEmail | null> => {
  const [found] = await db.rows<DocumentEmail>(
    `select ${emailColumns(type)} from document_emails e
     join documents p on p.user_id = $1 and p.id = e.document_id and p.type = '${type.name}' and p.deleted_at is null
     where e.user_id = $1 and e.document_id = $2 and e.id = $3`,
    [db.userId, documentId, emailId],
    `emails.one-of-${type.name}`,
  )
  return found ?? null
}

/** For the sending job: waits for the end of a request that takes the email back. */
export const findStoredEmail = async (db: UserDb, type: DocumentType, emailId: number): Promise<StoredEmail | null> => {
  const [found] = await db.rows<StoredEmail>(
    `select e.id, e.document_id as "documentId", ${kindSql(type)}, e.payment_id as "paymentId", e.to_address as "to",
            ${ccSql} as cc, e.copy_address as "copyTo", coalesce(e.accepted_addresses, '{}') as reached, e.subject, e.message, e.state,
            coalesce((select p.provider = 'manual' from payments p where p.user_id = $1 and p.id = e.payment_id), true) as "isCounted"
     from document_emails e where e.user_id = $1 and e.id = $2 for key share of e`,
    [db.userId, emailId],
  )
  return found ?? null
}

/**
 * The outcome of one attempt; 'queued' is followed by another. `to` is the recipient of the attempt, `reached` are all recipients that this and earlier attempts
 * reached, where others were refused. The reason of an accepted one tells which copies were refused.
 */
export type SendOutcome = { reached?: readonly string[] } & (
  | { state: 'accepted'; to: string; reason: string | null }
  | { state: 'failed' | 'queued'; reason: string; to?: string }
)

export const recordAttempt = async (db: UserDb, { id, documentId }: StoredEmail, outcome: SendOutcome): Promise<void> => {
  lockDocument(db, documentId)
  await db.rows(
    `update document_emails set state = $3, reason = $4, attempts = attempts + 1, settled_at = ${outcome.state === 'queued' ? 'null' : 'now()'},
            to_address = coalesce($5, to_address), accepted_addresses = coalesce($6, accepted_addresses)
     where user_id = $1 and id = $2`,
    [db.userId, id, outcome.state, outcome.reason, outcome.to ?? null, outcome.reached?.length ? outcome.reached : null],
  )
  await copyLatestState(db, documentId)
}

/**
 * Attempts are counted on. A failed email, or one for another address, is counted as a new email. Who has it doesn't get it again, unless a
 * mail server returned it.
 * @returns false when the mail server has accepted it meanwhile @throws AppError as `insertEmail`
 */
export const requeueEmail = async (
  db: UserDb,
  type: DocumentType,
  documentId: number,
  emailId: number,
  { to, cc }: Recipients,
): Promise<boolean> => {
  lockDocument(db, documentId)
  await requireDeliverable(db, { to, cc })
  const before = await findStoredEmail(db, type, emailId)
  if (before?.isCounted && before.state !== 'accepted') {
    if (before.state === 'failed') for (const address of [to, ...cc]) await countEmail(db, address)
    else if (before.to !== to) await countEmail(db, to)
  }
  const requeued = await db.rows(
    `update document_emails set state = 'queued', reason = null, settled_at = null, to_address = $4, queued_at = least(queued_at, now()),
            accepted_addresses = case when reported_addresses is null then accepted_addresses end, reported_addresses = null
     where user_id = $1 and document_id = $2 and id = $3 and state <> 'accepted' returning id`,
    [db.userId, documentId, emailId, to],
  )
  await copyLatestState(db, documentId)
  return requeued.length > 0
}
