import { invoiceType } from '#server/papers/kind.ts'
import { type PrintedDocuments, printedDocuments } from '#server/papers/printed.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { payPath } from '#shared/paths.ts'
import { buildInvoiceContent, type MoneyReceived } from './paper.ts'
import { getInvoice, type Invoice } from './read.ts'

export type InvoiceDocuments = PrintedDocuments<Invoice>

type Deps = {
  now: () => Date
  absolute: (path: string) => string
  /** Whether the business can take payments online; the paper then carries the address of the pay page. */
  canCollect: (db: UserDb) => Promise<boolean>
  /** What came for an invoice and what went back. */
  moneyCame: (db: UserDb, invoiceId: number) => Promise<MoneyReceived>
}

/** Reads invoices together with their finished papers. */
export const invoiceDocuments = ({ now, absolute, canCollect, moneyCame }: Deps): InvoiceDocuments =>
  printedDocuments(invoiceType, now, getInvoice, async (db, invoice, { publicId }) => {
    const payable = invoice.status !== 'draft' && invoice.status !== 'paid' && invoice.balanceDue > 0 && (await canCollect(db))
    return buildInvoiceContent(invoice, payable ? absolute(payPath(publicId)) : null, await moneyCame(db, invoice.id))
  })
