import { z } from 'zod'
import type { LoadedDocument } from '#server/domain/documents/pdf/pdf-document.ts'
import { buildReceipt } from '#server/domain/documents/pdf/receipt.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { amount, calendarDay } from '#shared/contract/fields.ts'
import { documentFileName } from '#shared/file-names.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import type { Cents } from '#shared/money.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

/** What a receipt needs to know of its invoice. */
type Billed = { id: number; invoiceNumber: string; status: InvoiceStatus; total: Cents }

/** A receipt as it is printed. Its file goes by the invoice's number. */
export type Receipt = {
  document: PdfDocument
  fileName: string
  /** No real money moved. */
  isSandbox: boolean
}

export type ReceiptDocuments = {
  /**
   * The receipt for what came for an invoice.
   * @param upTo the last payment that it is about, by its id; else it is about all
   * @throws AppError 404 when there is no such invoice, or no money came for it
   */
  read(db: UserDb, invoiceId: number, upTo?: number): Promise<Receipt>
  /** The same for an invoice that was read already. */
  build(db: UserDb, invoice: LoadedDocument<Billed>, upTo?: number): Promise<Receipt>
}

const rows = z.array(
  z.object({ amount, refunded: amount, day: calendarDay, method: z.string(), isSandbox: z.boolean(), nth: z.coerce.number() }),
)

// A payment that was undone keeps its place in the count: no two receipts have one number. Accounts of the sandbox are told by their names.
const came = `
  select p.amount::text, p.refunded::text, p.payment_date as day, p.payment_method as method, p.nth,
         coalesce(a.account_id like 'sandbox-%', false) as "isSandbox"
  from (select *, row_number() over (order by id) as nth from payments where user_id = $1 and invoice_id = $2) p
  left join payment_attempts a on a.user_id = p.user_id and a.id = p.attempt_id
  where p.status = 'succeeded' and ($3::int is null or p.id <= $3) order by p.id`

/** @param papers reads invoices as they are printed */
export const createReceiptDocuments = (documents: { read(db: UserDb, id: number): Promise<LoadedDocument<Billed>> }): ReceiptDocuments => {
  const build: ReceiptDocuments['build'] = async (db, { stored, document }, upTo) => {
    const payments = rows.parse(await db.rows(came, [db.userId, stored.id, upTo ?? null], 'payments.receipt'))
    const last = payments.at(-1)
    if (!last) throw notFound('Receipt')
    const isSandbox = payments.some((payment) => payment.isSandbox)
    return {
      document: buildReceipt(document, { total: stored.total, isPaid: stored.status === 'paid', isSandbox, payments, nth: last.nth }),
      fileName: documentFileName('Receipt', stored.invoiceNumber),
      isSandbox,
    }
  }
  return { build, read: async (db, invoiceId, upTo) => build(db, await documents.read(db, invoiceId), upTo) }
}
