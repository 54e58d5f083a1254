import { randomUUID } from 'node:crypto'
import type { UserDb } from '#server/platform/db/client.ts'
import { enqueue } from '#server/platform/jobs.ts'
import type { Invoice } from './read.ts'
import { sendInvoiceJob } from './send.job.ts'

/** Queues the e-mail that brings an invoice to the address on its customer's record. */
export const queueInvoiceEmail = async (db: UserDb, invoice: Invoice): Promise<void> => {
  await enqueue(db, sendInvoiceJob, { userId: db.userId, invoiceId: invoice.id, sendId: randomUUID() })
}
