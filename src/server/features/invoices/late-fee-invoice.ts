import type { Origin } from '#server/domain/documents/lifecycle/create.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { InvoiceInput } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { createInvoice } from './create.ts'
import { queueInvoiceEmail } from './emails.ts'
import { getInvoice, type Invoice } from './read.ts'

/** Emailed where its customer has an address. @throws AppError as `createDraft` does; 429 when the account can send no more emails now */
export const createLateFeeInvoice = async (db: UserDb, input: InvoiceInput, today: Day, origin: Origin<'overdue'>): Promise<Invoice> => {
  const invoice = await getInvoice(db, await createInvoice(db, input, today, origin), today)
  if (invoice.customer.email) await queueInvoiceEmail(db, invoice, { isScheduled: origin.by !== null })
  return invoice
}
