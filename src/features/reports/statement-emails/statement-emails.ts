import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { getStatementCustomer } from '#features/reports/builders/statement-details.ts'
import { getBusiness, getLocale, inLanguageOf } from '#server/domain/business/business.ts'
import { countEmail } from '#server/domain/documents/emails/allowance.ts'
import { requireDeliverable } from '#server/domain/documents/emails/bounced-addresses.ts'
import { emailStateSql, type SendOutcome } from '#server/domain/documents/emails/store.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Page, readPage } from '#server/platform/db/pagination.ts'
import { statementEmails } from '#server/platform/db/schema/emails.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue, job } from '#server/platform/jobs/jobs.ts'
import { toMultiline } from '#server/platform/text/plain-text.ts'
import type { statementEmail } from '#shared/contract/reports.ts'
import { noAddress } from '#shared/document-status.ts'
import type { Range } from '#shared/periods.ts'
import { formatSubject } from './statement.mail.ts'

type StatementEmail = z.output<typeof statementEmail>

export const sendStatementJob = job('statements.send', { emailId: z.int() })
export const sendScheduledStatementJob = job('statements.send-scheduled', { emailId: z.int() }, { lane: 'scheduled' })

const columns = {
  id: statementEmails.id,
  customerId: statementEmails.customerId,
  from: statementEmails.fromDay,
  to: statementEmails.toDay,
  toAddress: statementEmails.toAddress,
  state: sql<StatementEmail['state']>`${sql.raw(emailStateSql('statement_emails'))}`.as('state'),
  reason: statementEmails.reason,
  queuedAt: statementEmails.queuedAt,
}

/**
 * To the address on the customer's record. @param message the owner's own text instead of the default one @throws AppError 404 when there
 * is no such customer, 409 when the customer has no address or it gets no emails, 429 when the account may not send more emails now
 */
export const queueStatementEmail = async (
  db: UserDb,
  { customerId, from, to, message }: Range & { customerId: number; message?: string | null | undefined },
  isScheduled = false,
): Promise<StatementEmail> => {
  const customer = await getStatementCustomer(db, customerId)
  if (!customer.email) throw new AppError(409, noAddress)
  await requireDeliverable(db, { to: customer.email })
  const business = inLanguageOf(await getBusiness(db), customer)
  await countEmail(db, customer.email)
  const [row] = await db.orm
    .insert(statementEmails)
    .values({
      userId: db.userId,
      customerId,
      fromDay: from,
      toDay: to,
      toAddress: customer.email,
      subject: formatSubject({ businessName: business.name, range: { from, to } }, getLocale(business)),
      message: toMultiline(message ?? '') || null,
    })
    .returning(columns)
  db.announce('statements')
  const key = `email-statement-${db.userId}-${row!.id}`
  await enqueue(db, isScheduled ? sendScheduledStatementJob : sendStatementJob, { userId: db.userId, emailId: row!.id }, { key })
  return row as StatementEmail
}

/** Newest first. @throws AppError 404 when there is no such customer */
export const listStatementEmails = async (
  db: UserDb,
  { customerId, ...query }: { customerId: number; limit?: number | undefined; after?: string | undefined },
): Promise<Page<StatementEmail[]>> => {
  await getStatementCustomer(db, customerId)
  return readPage(query, {
    sorts: { id: () => ({ by: sql`${statementEmails.id}`, type: 'bigint' }) },
    otherwise: '-id',
    id: statementEmails.id,
    read: ({ sortValue, where, orderBy, limit }) => {
      const rows = db.orm
        .select({ ...columns, sortValue })
        .from(statementEmails)
        .where(and(eq(statementEmails.userId, db.userId), eq(statementEmails.customerId, customerId), where))
        .orderBy(orderBy)
        .limit(limit)
      return rows as unknown as Promise<(StatementEmail & { sortValue: string })[]>
    },
  })
}

export type StoredStatementEmail = Pick<StatementEmail, 'id' | 'customerId' | 'from' | 'to' | 'toAddress' | 'state'> & {
  subject: string
  message: string | null
}

/** null for example because the customer was deleted. */
export const findStatementEmail = async (db: UserDb, emailId: number): Promise<StoredStatementEmail | null> => {
  const [found] = await db.orm
    .select({ ...columns, subject: statementEmails.subject, message: statementEmails.message })
    .from(statementEmails)
    .where(and(eq(statementEmails.userId, db.userId), eq(statementEmails.id, emailId)))
  return (found as StoredStatementEmail | undefined) ?? null
}

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
  db.announce('statements')
}
