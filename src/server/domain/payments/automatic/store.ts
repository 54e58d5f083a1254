import { z } from 'zod'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, parseAmount } from '#shared/money.ts'

/** As it was announced. */
export type AutomaticPayment = {
  documentId: number
  cardId: number
  amount: Amount
  currency: string
  day: Day
  status: 'announced' | 'charging' | 'paid' | 'customer' | 'stopped'
  /** Null once nothing is left to do. */
  nextAt: Date | null
  tries: number
  attemptId: string | null
  problem: string | null
}

type Row = Omit<AutomaticPayment, 'amount'> & { amount: string }
const select = `
  select document_id as "documentId", card_id as "cardId", amount::text, currency, day::text, status, next_at as "nextAt", tries, attempt_id as "attemptId", problem
  from automatic_payments where user_id = $1`
const toPayment = (row: Row): AutomaticPayment => ({ ...row, amount: parseAmount(row.amount) })

export const findAutomaticPayment = async (db: UserDb, documentId: number): Promise<AutomaticPayment | null> => {
  const [row] = await db.rows<Row>(`${select} and document_id = $2`, [db.userId, documentId], 'automatic-payments.find')
  return row ? toPayment(row) : null
}

/** Until the transaction ends. Lock the invoice first. */
export const lockAutomaticPayment = async (db: UserDb, documentId: number): Promise<AutomaticPayment | null> => {
  const [row] = await db.rows<Row>(`${select} and document_id = $2 for update`, [db.userId, documentId])
  return row ? toPayment(row) : null
}

export const listAnnounced = (db: UserDb, cardId: number): Promise<{ documentId: number }[]> =>
  db.rows(
    `select document_id as "documentId" from automatic_payments where user_id = $1 and card_id = $2 and status = 'announced' order by document_id`,
    [db.userId, cardId],
  )

type State = Partial<Pick<AutomaticPayment, 'status' | 'nextAt' | 'tries' | 'attemptId' | 'problem'>>

export const runJob = job('automatic-payments.run', { documentId: z.int() }, { lane: 'payments' })

/** Queued again, it replaces the one that waits. */
export const queueRun = (db: UserDb, documentId: number, runAt: Date): Promise<void> =>
  enqueue(db, runJob, { userId: db.userId, documentId }, { key: `automatic-payments.run ${db.userId} ${documentId}`, runAt })

// What these emails say is written in features/saved-cards.

/** `needsConfirmation`: the bank wants the customer to confirm; else the card is not charged (any more). */
export const customerEmailJob = job('automatic-payments.customer-email', { documentId: z.int(), needsConfirmation: z.boolean() })
export const stoppedJob = job('automatic-payments.stopped', { documentId: z.int() })

export const queueCustomerEmail = (db: UserDb, documentId: number, needsConfirmation: boolean): Promise<void> =>
  enqueue(
    db,
    customerEmailJob,
    { userId: db.userId, documentId, needsConfirmation },
    { key: `automatic-payments.customer-email ${db.userId} ${documentId}` },
  )

const queueStopped = (db: UserDb, documentId: number): Promise<void> =>
  enqueue(db, stoppedJob, { userId: db.userId, documentId }, { key: `automatic-payments.stopped ${db.userId} ${documentId}` })

/** Of a locked payment; queues its next step. */
export const saveState = async (db: UserDb, payment: AutomaticPayment, state: State): Promise<void> => {
  const { status, nextAt, tries, attemptId, problem } = { ...payment, ...state }
  db.announce('invoices')
  await db.rows(
    `update automatic_payments set status = $3, next_at = $4, tries = $5, attempt_id = $6, problem = $7, updated_at = now()
     where user_id = $1 and document_id = $2`,
    [db.userId, payment.documentId, status, nextAt, tries, attemptId, problem],
  )
  if (nextAt) await queueRun(db, payment.documentId, nextAt)
}

/** By email, when an automatic payment ends. */
export type Tells = 'neither' | 'owner' | 'customer' | 'both'

/** Of a locked payment. @param by null for the owner */
export const stopPayment = async (
  db: UserDb,
  payment: AutomaticPayment,
  problem: string,
  tells: Tells,
  by: Actor | null = 'Billfold',
): Promise<void> => {
  await saveState(db, payment, { status: 'stopped', nextAt: null, problem })
  await recordEvent(
    db,
    invoiceType,
    payment.documentId,
    'charge stopped',
    [{ field: 'Automatic payment', before: null, after: problem }],
    by,
  )
  if (tells === 'owner' || tells === 'both') await queueStopped(db, payment.documentId)
  if (tells === 'customer' || tells === 'both') await queueCustomerEmail(db, payment.documentId, false)
}
