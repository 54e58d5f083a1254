import { homeDecimalsSql } from '#server/domain/business/business.ts'
import { dueSql } from './paid-sql.ts'

// Instalments of invoices in SQL: money fills the oldest. `shared/instalments.ts` has the same rule in TypeScript.

/** A relation of (position, due_date, amount, open) of the invoice `i`: `open` is what is not covered of each. */
const filledSql = (i: string, user: string): string => `(
  select n.position, n.due_date, n.amount, least(n.amount, greatest(n.until - settled.amount, 0)) as open
  from (select position, due_date, amount, sum(amount) over (order by position) as until
        from invoice_instalments where user_id = ${user} and document_id = ${i}.id) n
  cross join lateral (select ${i}.total - ${i}.withheld - ${dueSql(i, user)} as amount offset 0) settled)`

/** The due date of the oldest instalment of the invoice `i` that is not covered, or else of the last; null without a schedule. */
export const nextDueDateSql = (i: string, user = '$1'): string =>
  `(select coalesce(min(f.due_date) filter (where f.open > 0), max(f.due_date)) from ${filledSql(i, user)} f)`

/** Of the instalments `f` of the invoice `i` for which `condition` holds; all that is due without a schedule. */
export const duePartSql = (i: string, condition: string, user = '$1'): string =>
  `coalesce((select sum(f.open) from ${filledSql(i, user)} f where ${condition}), ${dueSql(i, user)})`

/** Of the invoice `i`, up to a day, or else with its next instalment. @param day SQL expression */
export const dueNowSql = (i: string, day: string): string => duePartSql(i, `f.due_date <= greatest(${i}.due_date, ${day})`)

/** The position of the instalment that the due date of the invoice `i` is of; 1 without a schedule. */
export const currentInstalmentSql = (i: string, user = '$1'): string =>
  `coalesce((select n.position from invoice_instalments n where n.user_id = ${user} and n.document_id = ${i}.id and n.due_date = ${i}.due_date), 1::smallint)`

/**
 * Balances of invoices by instalment: those that are not covered are the last ones. What does not fit into the schedule, such as a balance
 * from before an edit, belongs to the first.
 * @param balances SELECT of (doc, amount, due) and `columns`, as is the result @param isOwn in the currency of the invoice, else in the
 * home currency
 */
export const splitByInstalmentSql = (balances: string, columns: readonly string[], isOwn = false): string => {
  const later = 'sum(n.amount) over () - sum(n.amount) over (order by n.position)'
  // Multiplied first: a rate that was divided first is not exact, and half a cent would be rounded down.
  const atHome = `coalesce(round((${later}) * d.home_total / nullif(d.total, 0), ${homeDecimalsSql}), ${later})`
  return `
  select ${columns.map((column) => `b.${column}, `).join('')}b.doc, coalesce(part.amount, b.amount) as amount, coalesce(part.due_date, b.due) as due
  from (${balances}) b
  left join lateral (
    select p.due_date, case when p.position = 1 then b.amount - greatest(least(b.amount, p.later), 0)
      else greatest(least(b.amount, lag(p.later) over (order by p.position)) - p.later, 0) end as amount
    from (select n.position, n.due_date, ${isOwn ? later : atHome} as later
      from invoice_instalments n join documents d on d.user_id = $1 and d.id = n.document_id
      where n.user_id = $1 and n.document_id = b.doc) p
  ) part on true
  where part.amount is null or part.amount <> 0`
}
