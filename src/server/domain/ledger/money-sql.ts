// The SQL that all figures of the ledger are made of. `$1` is the user everywhere; row-level security checks the owner a second time.
// In these relations `net` is payments less refunds, `refunded` is refunds, and `taken` is all money ever received, refunded or not.

/** Condition for documents that are in the ledger: invoices that are neither drafts nor deleted. */
export const isIssuedSql = (i: string): string => `${i}.type = 'invoice' and ${i}.deleted_at is null and ${i}.status <> 'draft'`

// With `not in` instead of `not exists`, PostgreSQL estimates a high startup cost and reads all payments instead of looking up a few.
/** Condition for payments that are in the ledger: succeeded, and not recorded by hand for an invoice that is deleted. */
const countsSql = (p: string) => `${p}.status = 'succeeded' and (${p}.provider <> 'manual'
  or not exists (select 1 from documents d where d.user_id = $1 and d.id = ${p}.document_id and d.deleted_at is not null))`

/** The tax `t` of the document with this id, as a LEFT JOIN: a document without tax has none. */
export const joinTaxSql = (id: string): string =>
  `left join document_taxes t on t.user_id = $1 and t.document_id = ${id} and t.group_no = 1 and t.component_no = 1`

/** The rate of that tax with two decimals, as text. */
export const rateSql = 'coalesce(t.percent, 0)::numeric(5,2)::text'

type Where = {
  /** Condition on the day's expression. */
  day?: ((day: string) => string) | undefined
  /** Condition on the invoice's id. */
  invoice?: ((id: string) => string) | undefined
  /** Relation with the distinct `id`s of the invoices: joined, because PostgreSQL estimates the size of an `in` badly. */
  among?: string
}

const and = (...conditions: (string | undefined)[]) => conditions.map((condition) => (condition ? ` and ${condition}` : '')).join('')

const joinSql = (relation: string | undefined) =>
  relation === undefined ? '' : ` join ${relation} among_ids on among_ids.id = p.document_id`

/** SELECT of payments as (kind, ref, document_id, day, net, refunded, provider); `ref` is the payment's id. */
export const selectPayments = ({ day, invoice, among: relation }: Where = {}): string =>
  `select 'payment' as kind, p.id as ref, p.document_id, p.payment_date as day, p.amount as net, 0::numeric as refunded, p.provider
   from payments p${joinSql(relation)} where p.user_id = $1 and ${countsSql('p')}${and(day?.('p.payment_date'), invoice?.('p.document_id'))}`

// Refunds are few, so each looks up its payment; a join would read all payments. `offset 0` keeps the planner from merging the subqueries. The condition on
// a column that no index has makes it use the primary key: where most accounts are small, it would search a covering index of all the user's payments.
const selectRefundRows = (day: Where['day']) =>
  `(select r.id, r.day, r.amount as refunded, q.document_id, q.provider, q.status
    from payment_returns r cross join lateral (
      select o.document_id, o.provider, o.status from payments o
      where o.user_id = $1 and o.id = r.payment_id and octet_length(o.payment_method) >= 0 offset 0) q
    where r.user_id = $1${and(day?.('r.day'))} offset 0)`
// Of given invoices the payments are looked up first.
const selectRefundRowsOfInvoices = (day: Where['day'], invoice: (id: string) => string) =>
  `(select r.id, r.day, r.amount as refunded, o.document_id, o.provider, o.status
    from payments o join payment_returns r on r.user_id = $1 and r.payment_id = o.id
    where o.user_id = $1 and ${invoice('o.document_id')}${and(day?.('r.day'))})`

/**
 * SELECT of refunds in the same columns, each on its own day; `ref` is the id of the payment return. `net` is negative and `refunded` positive;
 * for a refund that failed and came back, the signs are reversed.
 */
export const selectRefunds = ({ day, invoice, among: relation }: Where = {}): string =>
  `select 'refund' as kind, p.id as ref, p.document_id, p.day, -p.refunded as net, p.refunded, p.provider
   from ${invoice ? selectRefundRowsOfInvoices(day, invoice) : selectRefundRows(day)} p${joinSql(relation)} where ${countsSql('p')}`

/** SELECT of (day, net): the payments of each day. All of them are read, so `not in` is faster than in `countsSql`, and does not depend on estimates. */
export const selectPaymentsByDay: string = `
  select p.payment_date as day, sum(p.amount) as net from payments p
  where p.user_id = $1 and p.status = 'succeeded'
    and (p.provider <> 'manual' or p.document_id not in (select d.id from documents d where d.user_id = $1 and d.deleted_at is not null))
  group by p.payment_date`

/** SELECT of payments and refunds. */
export const selectMovements = (where: Where = {}): string => `${selectPayments(where)} union all ${selectRefunds(where)}`

/** SELECT of (id): the distinct invoices that have such movements. */
export const selectInvoicesWithMovements = (where: Where): string =>
  `select document_id as id from (${selectPayments(where)}) m union select document_id from (${selectRefunds(where)}) m`

/** Orders the movements of an invoice; on the same day payments come before refunds. */
export const movementOrder = 'day, kind, ref'

/**
 * tax × part / total, rounded half away from zero to the cent. Computed in whole numbers, because PostgreSQL's division of decimals can round a value
 * just below half a cent up. `computeTaxShare` in journal/entry.ts is the same in code.
 */
export const taxShareSql = (tax: string, part: string, total: string): string =>
  `(case when ${total} = 0 then 0 else div(20000 * ${tax} * ${part} + 100 * ${total}, 200 * ${total}) * 0.01 end)`

/**
 * The part of the refunds of a paid invoice, up to a moment, that reduces the sale because it is not invoiced again. What was paid beyond the total is
 * refunded first. An invoice that is not paid asks for the refunded money again, so its sale is not reduced.
 * @param refunded SQL expression for the refunds up to that moment
 * @param taken SQL expression for all money ever received for the invoice
 */
export const salesReturnSql = (i: string, refunded: string, taken: string): string =>
  `(case when ${i}.status = 'paid' then least(${refunded}, greatest(${i}.total - ${taken} + ${refunded}, 0)) else 0 end)`

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
