import { homeCurrencySql } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'

const receivablesQuery = `
  with open as (
    select l.document_id as id, sum(case when l.debit_account = 1200 then coalesce(l.currency_amount, l.amount)
                                     when l.credit_account = 1200 then -coalesce(l.currency_amount, l.amount) else 0 end) as amount
    from journal_lines l where l.user_id = $1 and l.basis = 'accrual' and l.document_id is not null group by 1)
  select d.id, coalesce(o.amount, 0)::text as receivable,
    case when d.invoice_kind = 'retainer' then greatest(-coalesce(b.paid + b.applied, 0), 0)
         when d.deleted_at is not null or d.status in ('draft', 'paid') then 0 else greatest(d.total - coalesce(b.settled, 0), 0) end::text as due
  from documents d left join open o on o.id = d.id left join document_balance b on b.user_id = $1 and b.document_id = d.id
  where d.user_id = $1 and d.type = 'invoice'`

/** Lists the invoices whose receivable in the ledger, in the currency of the invoice, is not what `document_balance` leaves due; of a retainer, what is
 * used of it and was not paid. */
export const findWrongReceivables = async (db: UserDb): Promise<{ id: number; receivable: string; due: string }[]> =>
  (await db.rows<{ id: number; receivable: string; due: string }>(receivablesQuery, [db.userId])).filter(
    ({ receivable, due }) => Number(receivable) !== Number(due),
  )

const depositsQuery = `
  with deposits as (
    select d.*, d.status = 'paid' and d.total > coalesce((select b.settled from document_balance b where b.user_id = $1 and b.document_id = d.id), 0) as is_returned
    from documents d where d.user_id = $1 and d.invoice_kind = 'deposit' and d.deleted_at is null and d.status <> 'draft'),
  deducted as (
    select x.id, x.total, m.id as invoice, m.currency from document_lines x join documents m on m.user_id = $1 and m.id = x.document_id
    where x.user_id = $1 and x.kind = 'deposit' and m.type = 'invoice' and m.deleted_at is null and m.status <> 'draft'),
  parts as (
    select currency, net_amount as amount from deposits
    union all
    select d.currency, -n.net_amount from deposits d join documents n on n.user_id = $1 and n.credited_invoice_id = d.id and n.status = 'issued'
    union all
    select currency, total from deducted
    union all
    select x.currency, -c.total from deducted x join documents n on n.user_id = $1 and n.credited_invoice_id = x.invoice and n.status = 'issued'
    join document_lines c on c.user_id = $1 and c.document_id = n.id and c.credited_line_id = x.id),
  posted as (
    select d.currency, sum(case when l.credit_account = 2310 then l.amount else -l.amount end) as amount
    from journal_lines l join documents d on d.user_id = $1 and d.id = l.document_id
    where l.user_id = $1 and l.basis = 'accrual' and 2310 in (l.debit_account, l.credit_account) group by 1)
  select currency, sum(parts.amount)::text as left, coalesce((select amount from posted where posted.currency = parts.currency), 0)::text as posted,
         count(*)::int as count
  from parts where currency = ${homeCurrencySql} and not exists (select from deposits d where d.is_returned) group by 1`

/** Lists the deposits in the home currency of which the ledger has another liability than is left to be deducted; also how many rows were looked at. */
export const findWrongDeposits = async (db: UserDb): Promise<{ wrong: object[]; looked: number }> => {
  const rows = await db.rows<{ currency: string; left: string; posted: string; count: number }>(depositsQuery, [db.userId])
  return {
    wrong: rows.filter(({ left, posted }) => Number(left) !== Number(posted)),
    looked: rows.reduce((sum, { count }) => sum + count, 0),
  }
}

// The issue of an invoice and a refund before it may have an entry each for the refund; and an invoice whose credit was applied to another one, and that was
// edited, may have one beside that of the other invoice.
const countedTwiceQuery = `
  select kind, source_id as id, day from (
    select kind, source_id, day, sum(sum(case when reverses_id is null then 1 else -1 end)) over (partition by kind, source_id order by day) as entries
    from journal_entries where user_id = $1 group by kind, source_id, day) days
  where entries < 0 or entries > case when kind in ('refund', 'credit application', 'credit application reversal') then 2 else 1 end`

/** Lists the events that count more than once, or less than never, at the end of a day. */
export const findCountedTwice = (db: UserDb): Promise<{ kind: string; id: number; day: Day }[]> => db.rows(countedTwiceQuery, [db.userId])
