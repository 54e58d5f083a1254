import { type DocumentType, invoiceType } from './document-type.ts'

// A sent document past its due or expiry date is shown as overdue or expired, without a change of its stored status. This is the only place in SQL with
// that rule; `hasLapsed` in shared/document-status.ts is the same rule in TypeScript.

const hasLapsedSql = (type: DocumentType, row: string, today: string): string =>
  `${row}.status = 'sent' and ${row}.${type.endColumn} < ${today}`

/**
 * The displayed status of a document, in SQL.
 * @param row alias of the document's row
 * @param today a date expression; it occurs once in the result
 */
export const displayStatusSql = (type: DocumentType, row: string, today: string): string =>
  `(case when ${hasLapsedSql(type, row, today)} then '${type.lapsedStatus}' else ${row}.status end)`

/** Whether the invoice `row` is shown as overdue, in SQL. @param today a date expression */
export const isOverdueSql = (row: string, today: string): string =>
  `(${row}.status = '${invoiceType.lapsedStatus}' or (${hasLapsedSql(invoiceType, row, today)}))`
