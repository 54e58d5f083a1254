import type { UserDb } from '#server/platform/db/client.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import type { InvoiceDocuments } from './pdf.ts'

/** A receipt's PDF input and file name. */
export type Receipt = { document: PdfDocument; fileName: string }

/** What invoices need from the payments for receipts; provided in app.ts. */
export type InvoiceReceipts = {
  /** Reads the receipt for all payments so far. @throws AppError 404 when there is no such invoice, or it has no payments */
  read(db: UserDb, invoiceId: number): Promise<Receipt>
  /** The same for an invoice that is already loaded. @throws AppError 404 when it has no payments */
  build(db: UserDb, invoice: Awaited<ReturnType<InvoiceDocuments['read']>>): Promise<Receipt>
}
