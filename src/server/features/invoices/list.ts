import { invoiceType } from '#server/domain/documents/document-type.ts'
import { createFinder, customerNameSql } from '#server/domain/documents/lists/find.ts'
import { createDocumentList } from '#server/domain/documents/lists/list.ts'
import { invoiceRecordSql } from './record.ts'

export const invoiceFinder = createFinder(invoiceType, [customerNameSql])

/** The user's invoices in pages, newest first by default. */
export const invoiceList = createDocumentList(invoiceType, invoiceRecordSql, invoiceFinder)
