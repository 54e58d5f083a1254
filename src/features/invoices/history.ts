import type { z } from 'zod'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { listOfInvoice } from '#server/domain/credit-notes/credit-notes.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { listEmails } from '#server/domain/documents/emails/store.ts'
import { listEvents } from '#server/domain/documents/history.ts'
import { listAttempts, readSettlement } from '#server/domain/payments/invoices/invoice-payments.ts'
import { listPayments } from '#server/domain/payments/invoices/list-payments.ts'
import { listWriteOffs } from '#server/domain/payments/write-offs/write-offs.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { invoiceHistory } from '#shared/contract/invoices.ts'
import { payPath } from '#shared/paths.ts'
import { readDeposits } from './deposits.ts'

type History = z.output<typeof invoiceHistory>

export const getInvoiceHistory = async (services: Services, db: UserDb, invoiceId: number): Promise<History> => ({
  events: await listEvents(db, invoiceType, invoiceId),
  payments: await listPayments(services, db, invoiceId),
  writeOffs: await listWriteOffs(db, invoiceId),
  creditNotes: await listOfInvoice(db, invoiceId, await getUserToday(db, services.now())),
  ...(await readSettlement(services, db, invoiceId)),
  ...(await readDeposits(db, invoiceId)),
  attempts: await listAttempts(db, invoiceId),
  emails: await listEmails(db, invoiceType, invoiceId),
  estimate: await findEstimate(db, invoiceId),
  recurringInvoice: await findRecurringInvoice(db, invoiceId),
  publicUrl: await findPublicUrl(services, db, invoiceId),
})

const findPublicUrl = async ({ absolute }: Services, db: UserDb, invoiceId: number): Promise<string | null> => {
  const [found] = await db.rows<{ publicId: string }>(
    `select l.public_id as "publicId" from public_links l join documents d on d.user_id = $1 and d.id = l.document_id
     where l.user_id = $1 and l.document_id = $2 and d.status <> 'draft'`,
    [db.userId, invoiceId],
    'invoices.public-link',
  )
  return found ? absolute(payPath(found.publicId)) : null
}

const findRecurringInvoice = async (db: UserDb, invoiceId: number): Promise<History['recurringInvoice']> => {
  const [found] = await db.rows<{ id: number }>(
    'select recurring_id as id from recurring_runs where user_id = $1 and document_id = $2',
    [db.userId, invoiceId],
    'invoices.recurring',
  )
  return found ?? null
}

const findEstimate = async (db: UserDb, invoiceId: number): Promise<History['estimate']> => {
  const [found] = await db.rows<NonNullable<History['estimate']>>(
    `select e.id, e.number as "estimateNumber", e.deleted_at is not null as "isDeleted"
     from documents i join documents e on e.user_id = $1 and e.id = i.source_document_id
     where i.user_id = $1 and i.id = $2 and e.type = 'estimate'`,
    [db.userId, invoiceId],
    'invoices.estimate',
  )
  return found ?? null
}
