import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, toDecimal } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import type { Query } from './contributions.ts'
import { combineFigures } from './grouped-sums.ts'

/**
 * A line of a customer's statement. 'credit' is the part of a refund that reduces the sale (a sales return): the invoice stays paid, so it is not
 * invoiced again. `number` and `dueDate` are those of the invoice, `method` is the payment method; amounts are decimal text.
 */
export type StatementLine = {
  kind: 'opening' | 'invoice' | 'payment' | 'refund' | 'credit'
  id: number
  number: string
  dueDate: Day
  isThere: boolean
  method: string | null
  /** The currency of an invoice that is in another one than the business; else null. */
  currency: Currency | null
  /** The amount of the invoice or payment in its own currency. */
  own: string
  day: Day
  /** Change of the balance. */
  change: string
  /** Receivable less credit after this line. */
  balance: string
}

/**
 * Builds the SELECT of a customer's `StatementLine`s in their order. The last balance of a day is receivable less credit at the end of that day.
 * @param opening the balance before the range
 */
export const selectStatementLines = (userId: number, customerId: number, range: Range, opening: Amount, today: Day): Query => {
  const figureQueries = (['invoiced', 'paymentsIn', 'refundsOut', 'exchange', 'opening', 'sales', 'tax', 'rounding'] as const).map(
    (of) => ({
      of,
      ...range,
      customerId,
    }),
  )
  const { text, values } = combineFigures(userId, figureQueries, today)
  return {
    values: [...values, toDecimal(opening)],
    // A payment settles its part of the invoice's amount at home: what came less the exchange difference. Of the last four only the sales returns: the sales
    // themselves are the invoices.
    text: `
  with lines as (
    select case when u.col >= 4 and u.kind = 'refund' then 'credit' else u.kind::text end as kind, u.ref, u.doc, u.day,
           sum(case when u.col = 1 then -u.amount else u.amount end) as change
    from (${text}) u where u.col < 4 or u.kind = 'refund' or u.kind = 'opening' group by 1, 2, 3, 4 having sum(u.amount) <> 0),
  places as (select *, array_position(array['opening', 'invoice', 'payment', 'refund', 'credit'], kind) as place from lines)
  select l.kind, l.doc as id, i.number as number, i.due_date as "dueDate", i.deleted_at is null as "isThere", p.payment_method as method, l.day,
         case when i.rate_source is not null then i.currency end as currency, coalesce(p.amount, i.total)::text as own,
         l.change::text, ($${values.length + 1}::numeric + sum(l.change) over (order by l.day, l.place, l.ref rows unbounded preceding))::text as balance
  from places l
  join documents i on i.user_id = $1 and i.id = l.doc
  left join payments p on l.kind = 'payment' and p.user_id = $1 and p.id = l.ref
  order by l.day, l.place, l.ref`,
  }
}
