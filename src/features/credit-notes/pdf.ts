import { type CreditNote, getCreditNote } from '#server/domain/credit-notes/credit-notes.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import { createDocumentReader, type DocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import type { Clock } from '#server/domain/services.ts'

export type CreditNoteReader = DocumentReader<CreditNote>

export const createCreditNoteReader = ({ now }: Clock): CreditNoteReader =>
  createDocumentReader(creditNoteType, now, getCreditNote, async (_db, { creditNoteNumber, status, invoice }) => ({
    number: creditNoteNumber,
    mark: status === 'voided' ? 'voided' : null,
    ...(invoice && { invoiceNumber: invoice.invoiceNumber }),
    link: null,
  }))
