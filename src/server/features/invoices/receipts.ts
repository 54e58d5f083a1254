import type { UserDb } from '#server/platform/db/client.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import type { InvoiceDocuments } from './pdf.ts'

/** A receipt as it is printed. */
export type Receipt = { document: PdfDocument; fileName: string }

/** What the invoices need of the payments to answer receipts; handed over in app.ts. */
export type InvoiceReceipts = {
  /** For all that came so far. @throws AppError 404 when there is no such invoice, or no money came for it */
  read(db: UserDb, invoiceId: number): Promise<Receipt>
  /** The same for an invoice that was read already. */
  build(db: UserDb, invoice: Awaited<ReturnType<InvoiceDocuments['read']>>): Promise<Receipt>
}
