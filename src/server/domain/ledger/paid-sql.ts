// What was paid for documents, read from the view `document_balance`, which has no row for documents without payments. Nothing else in TypeScript reads it.

const columns = (taken: string, net: string) => `${taken} as taken, ${net} as net`

const balanceOf = (document: string, user: string) => `document_balance b where b.user_id = ${user} and b.document_id = ${document}.id`

/**
 * The payments of the document `d`, as a relation of one row for `cross join lateral`: `taken` is their sum, `net` is what is left after refunds, and
 * `provider` is a provider that took one of them, or null.
 * @param user SQL expression for the user's id
 */
export const invoicePaymentsSql = (d: string, user = '$1'): string =>
  `(select ${columns('coalesce(sum(b.received), 0.00)', 'coalesce(sum(b.paid), 0.00)')}, max(b.provider) as provider from ${balanceOf(d, user)})`

/** What was paid for the document `d`, as an expression in SQL. @param user SQL expression for the user's id */
export const paidSql = (d: string, user = '$1'): string => `coalesce((select b.paid from ${balanceOf(d, user)}), 0.00)`

/** The payments of all documents that have any, as a SELECT of (document_id, taken, net). @param user SQL expression for the user's id */
export const paymentsByInvoiceSql = (user = '$1'): string =>
  `select b.document_id, ${columns('b.received', 'b.paid')} from document_balance b where b.user_id = ${user}`

/**
 * Condition for an invoice `i` with a status that its payments do not allow; edits refuse it and the integrity check reports it. A draft must never have
 * had a payment, not even a refunded one. A paid invoice must have been paid in full at some time. Any other invoice must have a balance due, or a total
 * and payments of zero.
 * @param received relation with `taken` and `net`, both null when there are no payments
 */
export const wrongStatusSql = (i: string, received: string): string => `(case
  when ${i}.status = 'draft' then coalesce(${received}.taken, 0) > 0
  when ${i}.status = 'paid' then coalesce(${received}.taken, 0) < ${i}.total
  else coalesce(${received}.net, 0) > 0 and ${received}.net >= ${i}.total end)`
