// What was paid, written off, credited, applied and withheld of documents, read from the view `document_balance`, which has no row for documents without any.
// Nothing else in TypeScript reads it.

const columns = (from: (column: string) => string) =>
  `${from('b.received')} as taken, ${from('b.paid')} as net, ${from('b.written_off')} as "writtenOff", ${from('b.credited')} as credited,
  ${from('b.applied')} as applied, ${from('b.noted')} as noted, ${from('b.withheld')} as withheld, ${from('b.settled')} as settled`

const balanceOf = (document: string, user: string) => `document_balance b where b.user_id = ${user} and b.document_id = ${document}.id`

/**
 * What settles the document `d`, as a relation of one row for `cross join lateral`: `taken` is the sum of the payments, `net` is what is
 * left after refunds, `"writtenOff"` is the sum of the standing write-offs, `credited` that of the credit notes, `applied` is the credit of
 * other documents that was applied to it, less its own that was applied to others, `noted` is what credit notes are of that, `withheld` is
 * what the customer keeps for the tax office, `settled` is the sum of payments, write-offs, credit notes, credit and what is withheld, and `provider` is a provider that took one of the payments, or null.
 */
export const invoicePaymentsSql = (d: string, user = '$1'): string =>
  `(select ${columns((column) => `coalesce(sum(${column}), 0.00)`)}, max(b.provider) as provider
    from ${balanceOf(d, user)})`

/** Of the document `d`, at least zero: the total less all that settles it. */
export const dueSql = (d: string, user = '$1'): string =>
  `greatest(${d}.total - coalesce((select b.settled from ${balanceOf(d, user)}), 0.00), 0.00)`

/** What is left of the credit of the credit note `n`, which has no invoice, as an expression in SQL; zero for one that was voided. */
export const creditLeftSql = (n: string): string => `coalesce((select b.settled from ${balanceOf(n, '$1')}), 0.00)`

export const paidAndCreditedSql = (d: string, user = '$1'): string =>
  `coalesce((select b.paid + b.credited + b.applied + b.withheld from ${balanceOf(d, user)}), 0.00)`

/**
 * What settled the invoice `i` but payments for it alone: 'written off', 'credited' by a credit note, 'paid with credit' for another document,
 * or null. @param received as of `invoicePaymentsSql`
 */
export const settledBySql = (i: string, received: string): string => `(case when ${i}.status = 'paid' then
  case when ${received}."writtenOff" > 0 then 'written off' when ${received}.taken >= ${i}.total - ${i}.withheld then null
       when ${received}.credited > 0 or ${received}.noted > 0 then 'credited' when ${received}.applied > 0 then 'paid with credit' end end)`

/** Of all documents that have any of it. */
export const paymentsByInvoiceSql = (user = '$1'): string =>
  `select b.document_id, ${columns((column) => column)} from document_balance b where b.user_id = ${user}`

/**
 * Condition for an invoice `i` with a status that what settles it does not allow; edits refuse it and the integrity check reports it. A draft must never have
 * had a payment, not even a refunded one. A paid invoice must have been paid in full at some time, or written off, credited or settled by credit. Any other
 * invoice must have a balance due, or a total and payments of zero.
 * @param received relation with `taken`, `net`, `settled` ..., all null when there are none of them
 */
export const wrongStatusSql = (i: string, received: string): string => `(case
  when ${i}.status = 'draft' then coalesce(${received}.taken - ${received}.net + ${received}.settled - ${received}.withheld, 0) > 0
  when ${i}.status = 'paid' then coalesce(${received}.taken - ${received}.net + ${received}.settled, 0) < ${i}.total or ${received}.net + ${received}.applied < 0
  else coalesce(${received}.settled, 0) > 0 and ${received}.settled >= ${i}.total end)`
