import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'

const receivablesQuery = `
  with open as (
    select l.document_id as id, sum(case when l.debit_account = 1200 then coalesce(l.currency_amount, l.amount)
                                     when l.credit_account = 1200 then -coalesce(l.currency_amount, l.amount) else 0 end) as amount
    from journal_lines l where l.user_id = $1 and l.basis = 'accrual' and l.document_id is not null group by 1)
  select d.id, coalesce(o.amount, 0)::text as receivable,
    case when d.deleted_at is not null or d.status in ('draft', 'paid') then 0 else greatest(d.total - coalesce(b.settled, 0), 0) end::text as due
  from documents d left join open o on o.id = d.id left join document_balance b on b.user_id = $1 and b.document_id = d.id
  where d.user_id = $1 and d.type = 'invoice'`

/** Lists the invoices whose receivable in the ledger, in the currency of the invoice, is not what `document_balance` leaves due. */
export const findWrongReceivables = async (db: UserDb): Promise<{ id: number; receivable: string; due: string }[]> =>
  (await db.rows<{ id: number; receivable: string; due: string }>(receivablesQuery, [db.userId])).filter(
    ({ receivable, due }) => Number(receivable) !== Number(due),
  )

// The issue of an invoice and a refund before it may have an entry each for the refund; and an invoice whose credit was applied to another one, and that was
// edited, may have one beside that of the other invoice.
const countedTwiceQuery = `
  select kind, source_id as id, day from (
    select kind, source_id, day, sum(sum(case when reverses_id is null then 1 else -1 end)) over (partition by kind, source_id order by day) as entries
    from journal_entries where user_id = $1 group by kind, source_id, day) days
  where entries < 0 or entries > case when kind in ('refund', 'credit application', 'credit application reversal') then 2 else 1 end`

/** Lists the events that count more than once, or less than never, at the end of a day. */
export const findCountedTwice = (db: UserDb): Promise<{ kind: string; id: number; day: Day }[]> => db.rows(countedTwiceQuery, [db.userId])
