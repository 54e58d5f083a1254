import { invoiceKind } from '#server/papers/kind.ts'
import { type PrintedPapers, printedPapers } from '#server/papers/printed.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { payPath } from '#shared/paths.ts'
import { invoicePrint, type MoneyCame } from './paper.ts'
import { type Invoice, oneInvoice } from './read.ts'

export type InvoicePapers = PrintedPapers<Invoice>

type Deps = {
  now: () => Date
  absolute: (path: string) => string
  /** Whether the business can take payments online; the paper then carries the address of the pay page. */
  canCollect: (db: UserDb) => Promise<boolean>
  /** What came for an invoice and what went back. */
  moneyCame: (db: UserDb, invoiceId: number) => Promise<MoneyCame>
}

/** Reads invoices together with their finished papers. */
export const invoicePapers = ({ now, absolute, canCollect, moneyCame }: Deps): InvoicePapers =>
  printedPapers(invoiceKind, now, oneInvoice, async (db, invoice, { publicId }) => {
    const payable = invoice.status !== 'draft' && invoice.status !== 'paid' && invoice.balanceDue > 0 && (await canCollect(db))
    return invoicePrint(invoice, payable ? absolute(payPath(publicId)) : null, await moneyCame(db, invoice.id))
  })
