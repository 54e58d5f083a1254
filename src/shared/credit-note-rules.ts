import type { InvoiceKind, InvoiceStatus } from './invoice-rules.ts'

export const creditNoteStatuses = ['issued', 'voided'] as const
export type CreditNoteStatus = (typeof creditNoteStatuses)[number]

export const creditNoteStatusLabels: Record<CreditNoteStatus, string> = { issued: 'Issued', voided: 'Voided' }

// The server checks these rules before it acts, the client before it offers an action.

type Creditable = { kind: InvoiceKind; status: InvoiceStatus; isOpeningBalance: boolean; isWrittenOff: boolean; isCredited: boolean }

export const mayCredit = ({ kind, status, isOpeningBalance, isWrittenOff, isCredited }: Creditable): true | string => {
  if (kind === 'retainer') return 'A retainer is no sale, so it can’t be credited. Refund its payment, or delete it if it isn’t paid.'
  if (status === 'draft') return 'A draft needs no credit note: it was never sent. Edit it, or delete it.'
  if (isOpeningBalance) return 'An opening balance is no sale of yours, so it can’t be credited. Write it off instead.'
  if (isWrittenOff) return 'A part of this invoice is written off. Undo the write-off first, then credit the invoice.'
  return !isCredited || 'All of this invoice has been credited.'
}

type Refundable = {
  status: CreditNoteStatus
  invoice: { invoiceNumber: string } | null
  /** What is left of it, as a number or decimal text. */
  creditLeft?: number | string | null
}

export const mayRefundCredit = ({ status, invoice, creditLeft }: Refundable): true | string => {
  if (invoice) return `This credit note is for ${invoice.invoiceNumber}. Refund a payment of that invoice instead.`
  if (status === 'voided') return 'This credit note was voided, so nothing of it can be refunded.'
  return Number(creditLeft ?? 0) > 0 || 'Nothing is left of this credit note: all of it was applied or refunded.'
}
