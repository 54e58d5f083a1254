// What was paid for invoices: succeeded payments minus refunds. This is the only place in SQL that computes it. The payments' alias is
// `pay`, so the invoice must have another.

const succeeded = (p: string): string => `${p}.status = 'succeeded'`

/** The sum of the payments `p` minus their refunds, as an aggregate in SQL. */
export const netSql = (p: string): string => `coalesce(sum(${p}.amount - ${p}.refunded), 0)::numeric(14,2)`

const sumsSql = (p: string): string => `coalesce(sum(${p}.amount), 0)::numeric(14,2) as taken, ${netSql(p)} as net`

/**
 * The payments of the invoice `i`, as a relation of one row for `cross join lateral`: `taken` is their sum, `net` is what is left after refunds, and
 * `provider` is a provider that took one of them, or null.
 */
export const invoicePaymentsSql = (i: string): string =>
  `(select ${sumsSql('pay')}, max(pay.provider) filter (where pay.provider <> 'manual') as provider
    from payments pay where pay.user_id = ${i}.user_id and pay.invoice_id = ${i}.id and ${succeeded('pay')})`

/** What was paid for the invoice `i`, as an expression in SQL. */
export const paidSql = (i: string): string =>
  `(select ${netSql('pay')} from payments pay where pay.user_id = ${i}.user_id and pay.invoice_id = ${i}.id and ${succeeded('pay')})`

/** The payments of all invoices, as a SELECT of (invoice_id, taken, net). @param user an expression of the user's id */
export const paymentsByInvoiceSql = (user = '$1'): string =>
  `select pay.invoice_id, ${sumsSql('pay')} from payments pay where pay.user_id = ${user} and ${succeeded('pay')} group by pay.invoice_id`
