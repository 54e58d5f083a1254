// The displayed status: a sent document past its due or expiry date is shown as overdue or expired, without a change of its stored status. The rule is the
// SQL function `document_status`; `hasLapsed` in shared/document-status.ts is the same rule in TypeScript.

/**
 * The displayed status of a document, in SQL.
 * @param row alias of the document's row
 * @param today a date expression; it occurs once in the result
 */
export const displayStatusSql = (row: string, today: string): string =>
  `document_status(${row}.status, ${row}.due_date, ${row}.expiry_date, ${today})`

/** Whether the invoice `row` is shown as overdue, in SQL. @param today a date expression */
// Without the expiry date, an index on due dates is enough.
export const isOverdueSql = (row: string, today: string): string =>
  `document_status(${row}.status, ${row}.due_date, null, ${today}) = 'overdue'`

/** Condition for documents `d` that have entries in the journal of their own: invoices, and credit notes without one. */
export const isPostedSql = (d: string): string =>
  `(${d}.type = 'invoice' or ${d}.type = 'credit-note' and ${d}.credited_invoice_id is null)`
