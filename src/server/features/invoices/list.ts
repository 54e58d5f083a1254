import { createFinder, customerNameSql } from '#server/papers/find.ts'
import { invoiceType } from '#server/papers/kind.ts'
import { createDocumentList } from '#server/papers/list.ts'
import { invoiceRecordSql } from './record.ts'

export const invoiceFinder = createFinder(invoiceType, [customerNameSql])

/** The user's invoices that match, newest first unless asked otherwise, a page at a time. */
export const invoiceList = createDocumentList(invoiceType, invoiceRecordSql, invoiceFinder)
