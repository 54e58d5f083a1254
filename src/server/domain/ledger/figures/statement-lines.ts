import { homeCurrencySql } from '#server/domain/business/business.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { accountNumbers, moneyAccounts } from '#shared/accounts.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Sum, toDecimal } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import { type Flow, isOfCurrencySql, ownAmountSql, type Query, selectLines } from './contributions.ts'

/**
 * 'credit' is the part of a refund that reduces the sale (a sales return): the invoice stays paid, so it is not invoiced again. `number` is
 * that of the invoice or the credit note, `dueDate` that of the invoice; amounts are decimal text.
 */
export type StatementLine = {
  kind:
    | 'opening'
    | 'invoice'
    | 'payment'
    | 'refund'
    | 'credit'
    | 'write-off'
    | 'write-off reversal'
    | 'credit note'
    | 'credit refund'
    | 'credit refund reversal'
  id: number
  number: string
  dueDate: Day
  /** The page of the invoice, or of the credit note without one; null when it is deleted. */
  path: string | null
  method: string | null
  day: Day
  change: string
  balance: string
}

/** Receivable less credit. */
const balanceFlow: Flow = { accounts: [accountNumbers.receivable, accountNumbers.customerCredit], sign: 1, basis: 'accrual' }

const signs = (side: string, sign: string) =>
  balanceFlow.accounts.map((account) => `case when l.${side} = ${account} then ${sign}1 else 0 end`)
/** Of a line `l`, in the currency of the invoice. */
const balanceChangeSql = `${ownAmountSql} * (${[...signs('debit_account', ''), ...signs('credit_account', '-')].join(' + ')})`

const isMoneySql = (account: string) => `${account} = any('{${moneyAccounts}}'::smallint[])`

type Asked = {
  customerId: number
  range: Range
  /** Only invoices in it, and the amounts in it; undefined for all, in the home currency. */
  currency: Currency | undefined
  opening: Sum
}

/** The last balance of a day is receivable less credit at the end of that day. */
export const selectStatementLines = (userId: number, { customerId, range, currency, opening }: Asked): Query => {
  const isAsked = `l.customer_id = $4 and l.day between $2 and $3`
  const changes =
    currency === undefined
      ? selectLines(balanceFlow, isAsked)
      : selectLines(balanceFlow, `${isAsked} and ${isOfCurrencySql('$6')}`, ownAmountSql)
  return {
    values: [userId, range.from, range.to, customerId, toDecimal(opening), ...(currency === undefined ? [] : [currency])],
    // A refund of a paid invoice moves money but not the balance, so it is two lines: the money, and the credit that is given for it. What was reversed counts
    // against it, so a refund that is corrected on the same day has no lines.
    text: `
  with changes as (
    select c.kind, c.ref, c.doc, c.day, sum(c.amount) as change from (${changes}) c group by 1, 2, 3, 4),
  refunds as (
    select e.ref, e.doc, e.day, sum(e.sign * abs(r.amount)) as change
    from (
      select distinct l.entry_id, l.source_id as ref, l.document_id as doc, l.day, case when ${isMoneySql('l.credit_account')} then 1 else -1 end as sign
      from journal_lines l
      where l.user_id = $1 and l.basis = 'accrual' and l.kind = 'refund' and ${isAsked}
        and (${isMoneySql('l.credit_account')} or ${isMoneySql('l.debit_account')})) e
    join movements r on r.user_id = $1 and r.id = e.ref
    ${currency === undefined ? '' : 'join documents d on d.user_id = $1 and d.id = e.doc and d.currency = $6'}
    group by 1, 2, 3),
  lines as (
    select kind::text, ref, doc, day, change from changes where kind <> 'refund'
    union all
    select p.kind, ref, doc, day, p.change
    from (select ref, doc, day, change from changes where kind = 'refund') c full join refunds r using (ref, doc, day)
    cross join lateral (values ('refund', r.change), ('credit', coalesce(c.change, 0) - coalesce(r.change, 0))) p (kind, change)),
  places as (select *, array_position(array['opening', 'invoice', 'credit note', 'write-off', 'write-off reversal', 'payment', 'refund', 'credit', 'credit refund', 'credit refund reversal'], kind) as place from lines where change <> 0)
  select l.kind, l.doc as id, coalesce(n.number, i.number) as number, i.due_date as "dueDate", case when i.type = 'credit-note' then '/credit-notes/' || i.id when i.deleted_at is null then '/invoices/' || i.id end as path, coalesce(p.payment_method, c.payment_method) as method, l.day,
         l.change::text, ($5::numeric + sum(l.change) over (order by l.day, l.place, l.ref rows unbounded preceding))::text as balance
  from places l
  join documents i on i.user_id = $1 and i.id = l.doc
  left join documents n on l.kind = 'credit note' and n.user_id = $1 and n.id = l.ref
  left join payments p on l.kind = 'payment' and p.user_id = $1 and p.id = l.ref
  left join movements c on l.kind = 'credit refund' and c.user_id = $1 and c.id = l.ref
  order by l.day, l.place, l.ref`,
  }
}

/** Of what moved in the range, and of what is open at its end; that of the business first, as [undefined] when there is no other. */
export const readStatementCurrencies = async (db: UserDb, customerId: number, { from, to }: Range): Promise<(Currency | undefined)[]> => {
  const rows = await db.rows<{ currency: Currency; isHome: boolean }>(
    `select coalesce(c.currency, ${homeCurrencySql}) as currency, c.currency is null as "isHome"
     from (
       select l.currency, l.day, ${balanceChangeSql} as change from journal_lines l
       where l.user_id = $1 and l.customer_id = $2 and l.basis = 'accrual' and l.day <= $4 and (${balanceFlow.accounts.map((account) => `${account} in (l.debit_account, l.credit_account)`).join(' or ')})) c
     group by c.currency having max(c.day) >= $3 or sum(c.change) <> 0
     order by 2 desc, 1`,
    [db.userId, customerId, from, to],
  )
  return rows.some(({ isHome }) => !isHome) ? rows.map(({ currency }) => currency) : [undefined]
}

/** Who has a balance at the end of the range, in any currency, or with 'movement' also a movement in it. */
export const findStatementCustomers = async (
  db: UserDb,
  { from, to }: Range,
  of: 'balance' | 'movement',
  customerId?: number,
): Promise<number[]> => {
  // What was corrected on its own day is no movement.
  const rows = await db.rows<{ id: number }>(
    `select distinct c.customer_id as id
     from (
       select l.customer_id, l.currency, l.day, sum(${balanceChangeSql}) as change from journal_lines l
       where l.user_id = $1 and l.customer_id is not null and l.basis = 'accrual' and l.day <= $3 and ($5::bigint is null or l.customer_id = $5)
         and (${balanceFlow.accounts.map((account) => `${account} in (l.debit_account, l.credit_account)`).join(' or ')})
       group by l.customer_id, l.currency, l.day, l.kind, l.source_id, l.document_id having sum(${balanceChangeSql}) <> 0) c
     group by c.customer_id, c.currency having sum(c.change) <> 0 or ($4 and max(c.day) >= $2)`,
    [db.userId, from, to, of === 'movement', customerId ?? null],
    'statements.customers',
  )
  return rows.map(({ id }) => id)
}
