// The displayed status: a sent document past its due or expiry date is shown as overdue or expired, and an issued invoice with a total of zero as paid,
// without a change of its stored status. An invoice with a total is stored as paid when payments, credit or a write-off settle it, so nothing else can owe
// nothing. The rule is the SQL function `document_status`; `getInvoiceStatus` and `getEstimateStatus` in shared are the same rule in TypeScript.

/** What the displayed status depends on, besides the day. @param row alias of the document's row */
export const statusColumnsSql = (row: string): string => `${row}.status, ${row}.due_date, ${row}.expiry_date, ${row}.total`

/** @param row alias of the document's row @param today a date expression */
export const displayStatusSql = (row: string, today: string): string => `document_status(${statusColumnsSql(row)}, ${today})`

/** @param today a date expression @param owed SQL expression of the total of the invoice `row`, or of what is open of it */
// Without the expiry date, an index on due dates is enough.
export const isOverdueSql = (row: string, today: string, owed = `${row}.total`): string =>
  `document_status(${row}.status, ${row}.due_date, null, ${owed}, ${today}) = 'overdue'`

/** Condition for invoices that are shown as sent or overdue, on the index of open invoices: something is due. */
export const isOpenSql = (i: string): string =>
  `${i}.type = 'invoice' and ${i}.deleted_at is null and ${i}.status in ('sent', 'overdue') and ${i}.total > 0`

/** Condition for documents `d` that have entries in the journal of their own: invoices, and credit notes without one. */
export const isPostedSql = (d: string): string =>
  `(${d}.type = 'invoice' or ${d}.type = 'credit-note' and ${d}.credited_invoice_id is null)`
