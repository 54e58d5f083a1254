// What was paid and written off for documents, read from the view `document_balance`, which has no row for documents without either.
// Nothing else in TypeScript reads it.

const columns = (taken: string, net: string, writtenOff: string) => `${taken} as taken, ${net} as net, ${writtenOff} as "writtenOff"`

const balanceOf = (document: string, user: string) => `document_balance b where b.user_id = ${user} and b.document_id = ${document}.id`

/**
 * The payments and write-offs of the document `d`, as a relation of one row for `cross join lateral`: `taken` is the sum of the payments,
 * `net` is what is left after refunds, `"writtenOff"` is the sum of the standing write-offs, and `provider` is a provider that took one of
 * the payments, or null.
 * @param user SQL expression for the user's id
 */
export const invoicePaymentsSql = (d: string, user = '$1'): string =>
  `(select ${columns('coalesce(sum(b.received), 0.00)', 'coalesce(sum(b.paid), 0.00)', 'coalesce(sum(b.written_off), 0.00)')}, max(b.provider) as provider
    from ${balanceOf(d, user)})`

/** What was paid for the document `d`, as an expression in SQL. @param user SQL expression for the user's id */
export const paidSql = (d: string, user = '$1'): string => `coalesce((select b.paid from ${balanceOf(d, user)}), 0.00)`

/**
 * What is due of the document `d`, at least zero, as an expression in SQL: the total less payments and write-offs.
 * @param user SQL expression for the user's id
 */
export const dueSql = (d: string, user = '$1'): string =>
  `greatest(${d}.total - coalesce((select b.paid + b.written_off from ${balanceOf(d, user)}), 0.00), 0.00)`

/** What is written off of the document `d`, as an expression in SQL. @param user SQL expression for the user's id */
export const writtenOffSql = (d: string, user = '$1'): string => `coalesce((select b.written_off from ${balanceOf(d, user)}), 0.00)`

/** What settled the invoice `i` other than payments alone, as an expression in SQL: 'written off', or null. @param writtenOff SQL expression */
export const settledBySql = (i: string, writtenOff: string): string =>
  `(case when ${i}.status = 'paid' and ${writtenOff} > 0 then 'written off' end)`

/**
 * The payments and write-offs of all documents that have any, as a SELECT of (document_id, taken, net, "writtenOff").
 * @param user SQL expression for the user's id
 */
export const paymentsByInvoiceSql = (user = '$1'): string =>
  `select b.document_id, ${columns('b.received', 'b.paid', 'b.written_off')} from document_balance b where b.user_id = ${user}`

/**
 * Condition for an invoice `i` with a status that its payments and write-offs do not allow; edits refuse it and the integrity check
 * reports it. A draft must never have had a payment, not even a refunded one. A paid invoice must have been paid in full at some time, or
 * written off. Any other invoice must have a balance due, or a total and payments of zero.
 * @param received relation with `taken`, `net` and `"writtenOff"`, all null when there are neither payments nor write-offs
 */
export const wrongStatusSql = (i: string, received: string): string => `(case
  when ${i}.status = 'draft' then coalesce(${received}.taken + ${received}."writtenOff", 0) > 0
  when ${i}.status = 'paid' then coalesce(${received}.taken + ${received}."writtenOff", 0) < ${i}.total
  else coalesce(${received}.net + ${received}."writtenOff", 0) > 0 and ${received}.net + ${received}."writtenOff" >= ${i}.total end)`
