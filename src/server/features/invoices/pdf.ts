import { invoiceType } from '#server/domain/documents/document-type.ts'
import type { TypeSpecificContent } from '#server/domain/documents/pdf/pdf-document.ts'
import { type PrintedDocuments, printedDocuments } from '#server/domain/documents/pdf/read.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, formatMoney } from '#shared/money.ts'
import { payPath } from '#shared/paths.ts'
import { getInvoice, type Invoice } from './read.ts'

/** What came for an invoice and what of it went back. A day is null when no money stayed, or none went back. */
type MoneyReceived = { taken: Cents; refunded: Cents; paidOn: Day | null; refundedOn: Day | null }

/** A paid invoice is marked as refunded as soon as it was given back something of what it asks for. */
const markOf = ({ status, amountPaid, total }: Invoice, { refunded }: MoneyReceived): TypeSpecificContent['mark'] => {
  if (status !== 'paid') return status === 'draft' ? 'draft' : null
  if (refunded === 0) return 'paid'
  if (amountPaid === 0) return 'refunded'
  return amountPaid >= total ? 'paid' : 'partlyRefunded'
}

/**
 * What an invoice prints in its own way.
 * @param payUrl where it is paid; null when it isn't to be, or can't
 */
const buildInvoiceContent = (invoice: Invoice, payUrl: string | null, came: MoneyReceived): TypeSpecificContent => {
  const mark = markOf(invoice, came)
  const isRefund = mark === 'refunded' || mark === 'partlyRefunded'
  return {
    number: invoice.invoiceNumber,
    mark,
    markDay: isRefund ? came.refundedOn : mark === 'paid' ? came.paidOn : null,
    endDay: invoice.dueDate,
    afterTotal: [
      ...(came.taken > 0 ? [{ label: 'paid' as const, value: formatMoney(came.taken) }] : []),
      // The day stands once: below the mark, else here.
      ...(came.refunded > 0
        ? [{ label: 'refunded' as const, day: isRefund ? null : came.refundedOn, value: formatMoney(cents(-came.refunded)) }]
        : []),
      // A refund leaves a paid invoice paid: there is no balance that anybody asks for.
      ...(came.taken === 0 || (invoice.status === 'paid' && invoice.balanceDue > 0)
        ? []
        : [{ label: 'balanceDue' as const, value: formatMoney(invoice.balanceDue) }]),
    ],
    link: payUrl === null ? null : { words: 'payOnline', url: payUrl },
  }
}

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
