import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { bouncedAddresses, documentEmails, statementEmails } from '#server/platform/db/schema/emails.ts'
import { events } from '#server/platform/db/schema/events.ts'
import { type ExportedTable, exportTable } from './exported-table.ts'
import { ownerReason, typeReason } from './tables.ts'

const emailColumns = [
  'id',
  'toAddress',
  'subject',
  'message',
  'state',
  'reason',
  'attempts',
  'queuedAt',
  'settledAt',
  'reportedAddresses',
] as const
const recipientColumns = ['ccAddresses', 'copyAddress', 'acceptedAddresses'] as const
const toIdField = (type: DocumentType['name']) => `${type.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`
const emailForm = (type: DocumentType['name']) => ({
  sqlByColumn: { kind: `case t.kind when 'document' then '${type}' else t.kind end` },
  nameByColumn: { documentId: toIdField(type) },
})
export const exportedInvoiceEmails = exportTable(
  documentEmails,
  [...emailColumns, ...recipientColumns, 'kind', 'documentId', 'paymentId'],
  { userId: ownerReason },
  emailForm('invoice'),
)
export const exportedEstimateEmails = exportTable(
  documentEmails,
  [...emailColumns, ...recipientColumns, 'kind', 'documentId'],
  { userId: ownerReason, paymentId: 'receipts are of invoices' },
  emailForm('estimate'),
)

export const exportedCreditNoteEmails = exportTable(
  documentEmails,
  [...emailColumns, ...recipientColumns, 'kind', 'documentId'],
  { userId: ownerReason, paymentId: 'receipts are of invoices' },
  emailForm('credit-note'),
)

export const exportedStatementEmails = exportTable(statementEmails, [...emailColumns, 'customerId', 'fromDay', 'toDay'], {
  userId: ownerReason,
})

export const exportedBouncedAddresses = exportTable(bouncedAddresses, ['id', 'address', 'kind', 'reason', 'at'], { userId: ownerReason })

const eventColumns = ['id', 'at', 'kind', 'actor', 'changes', 'subjectId'] as const
const exportDocumentEvents = (type: DocumentType['name']): ExportedTable =>
  exportTable(
    events,
    eventColumns,
    { userId: ownerReason, subjectType: typeReason },
    { nameByColumn: { actor: 'by', subjectId: toIdField(type) } },
  )
export const exportedInvoiceEvents = exportDocumentEvents('invoice')
export const exportedEstimateEvents = exportDocumentEvents('estimate')
export const exportedCreditNoteEvents = exportDocumentEvents('credit-note')
export const exportedRecordEvents = exportTable(
  events,
  [...eventColumns, 'subjectType'],
  { userId: ownerReason },
  { nameByColumn: { actor: 'by', subjectType: 'recordType', subjectId: 'recordId' } },
)
