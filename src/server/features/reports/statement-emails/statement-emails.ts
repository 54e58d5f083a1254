import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { getBusiness } from '#server/domain/business/business.ts'
import { countEmail } from '#server/domain/documents/emails/allowance.ts'
import { noAddressMessage } from '#server/domain/documents/emails/queue.ts'
import type { SendOutcome } from '#server/domain/documents/emails/store.ts'
import { getStatementCustomer } from '#server/features/reports/builders/statement-details.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import { readPage } from '#server/platform/db/pagination.ts'
import { statementEmails } from '#server/platform/db/schema/statements-and-search.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { toMultiline } from '#server/platform/text/plain-text.ts'
import type { statementEmail } from '#shared/contract/reports.ts'
import type { Range } from '#shared/periods.ts'
import { formatSubject } from './statement.mail.ts'

/** A statement that was to go to a customer, and where it stands. */
type StatementEmail = z.output<typeof statementEmail>

/** Sends the e-mail of a row. */
export const sendStatementJob = job('statements.send', { emailId: z.int() })

const shown = {
  id: statementEmails.id,
  customerId: statementEmails.customerId,
  from: statementEmails.fromDay,
  to: statementEmails.toDay,
  toAddress: statementEmails.toAddress,
  state: statementEmails.state,
  reason: statementEmails.reason,
  queuedAt: statementEmails.queuedAt,
}

/**
 * Queues the e-mail that brings a customer his statement, to the address on his record.
 * @param message the owner's own words; without any it says the usual ones
 * @throws AppError 404 when there is no such customer, 409 when there is no address, 429 when the account has sent what it may for now
 */
export const queueStatementEmail = async (
  db: UserDb,
  { customerId, from, to, message }: Range & { customerId: number; message?: string | null | undefined },
): Promise<StatementEmail> => {
  const customer = await getStatementCustomer(db, customerId)
  if (!customer.email) throw new AppError(409, noAddressMessage)
  const { name } = await getBusiness(db)
  await countEmail(db, customer.email)
  const [row] = await db.orm
    .insert(statementEmails)
    .values({
      userId: db.userId,
      customerId,
      fromDay: from,
      toDay: to,
      toAddress: customer.email,
      subject: formatSubject({ businessName: name, range: { from, to } }),
      message: toMultiline(message ?? '') || null,
    })
    .returning(shown)
  await enqueue(db, sendStatementJob, { userId: db.userId, emailId: row!.id }, { key: `email-statement-${db.userId}-${row!.id}` })
  return row as StatementEmail
}

/** A customer's statements that went out or were to, newest first. @throws AppError 404 when there is no such customer */
export const listStatementEmails = async (
  db: UserDb,
  { customerId, ...query }: { customerId: number; limit?: number | undefined; after?: string | undefined },
): Promise<Page<StatementEmail[]>> => {
  await getStatementCustomer(db, customerId)
  return readPage(query, {
    sorts: { id: () => ({ by: sql`${statementEmails.id}`, type: 'integer' }) },
    otherwise: '-id',
    id: statementEmails.id,
    read: ({ sortValue, where, orderBy, limit }) => {
      const rows = db.orm
        .select({ ...shown, sortValue })
        .from(statementEmails)
        .where(and(eq(statementEmails.userId, db.userId), eq(statementEmails.customerId, customerId), where))
        .orderBy(orderBy)
        .limit(limit)
      return rows as unknown as Promise<(StatementEmail & { sortValue: string })[]>
    },
  })
}

/** An e-mail as its sender needs it. */
export type StoredStatementEmail = Pick<StatementEmail, 'id' | 'customerId' | 'from' | 'to' | 'toAddress' | 'state'> & {
  subject: string
  message: string | null
}

/** null when there is no such row, for instance because the customer was deleted. */
export const findStatementEmail = async (db: UserDb, emailId: number): Promise<StoredStatementEmail | null> => {
  const [found] = await db.orm
    .select({ ...shown, subject: statementEmails.subject, message: statementEmails.message })
    .from(statementEmails)
    .where(and(eq(statementEmails.userId, db.userId), eq(statementEmails.id, emailId)))
  return (found as StoredStatementEmail | undefined) ?? null
}

/** Writes down what came of one try. */
export const recordDeliveryAttempt = async (db: UserDb, { id }: StoredStatementEmail, outcome: SendOutcome): Promise<void> => {
  await db.orm
    .update(statementEmails)
    .set({
      state: outcome.state,
      reason: outcome.state === 'accepted' ? null : outcome.reason,
      attempts: sql`${statementEmails.attempts} + 1`,
      settledAt: outcome.state === 'queued' ? null : sql`now()`,
      ...(outcome.to !== undefined && { toAddress: outcome.to }),
    })
    .where(and(eq(statementEmails.userId, db.userId), eq(statementEmails.id, id)))
}
