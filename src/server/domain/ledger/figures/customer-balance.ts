import { isOverdueSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { accountNumbers, moneyAccounts } from '#shared/accounts.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, parseAmount } from '#shared/money.ts'
import { getFlow, isOpenSql, receivableChangeSql, selectLines } from './contributions.ts'

// The same sums as in sums.ts for one customer ($2) on one day ($3). The lines of the customer's invoices are found by the invoices, so that only they are read.
const account = (number: number) =>
  `(case when l.debit_account = ${number} then l.amount when l.credit_account = ${number} then -l.amount else 0 end)`
const money = `(case when l.debit_account in (${moneyAccounts}) then l.amount when l.credit_account in (${moneyAccounts}) then -l.amount else 0 end)`

const balanceSql = `
  with invoices as materialized (
    select i.id, i.customer_id = $2 and ${isOverdueSql('i', '$3')} as is_late from documents i where i.user_id = $1 and i.type = 'invoice' and i.customer_id = $2
    union all
    select i.id, false from documents i
    where i.user_id = $1 and i.type = 'invoice' and i.deleted_at is not null and i.customer_id is null and i.former_customer_id = $2
  ), of_invoice as (
    select i.is_late, sum(${account(accountNumbers.receivable)}) as due,
      sum(case when l.kind in ('payment', 'refund') then ${money} else 0 end) as paid,
      -sum(case when l.kind in ('invoice', 'opening') then ${account(accountNumbers.sales)} + ${account(accountNumbers.salesTaxPayable)} + ${account(accountNumbers.rounding)}
        + ${account(accountNumbers.openingBalanceEquity)} else 0 end) as invoiced
    from invoices i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual' group by i.id, i.is_late
  )
  select
    coalesce(sum(invoiced), 0.00)::text as invoiced,
    coalesce(sum(paid), 0.00)::text as paid,
    coalesce(sum(due), 0.00)::text as "balanceDue",
    coalesce(sum(due) filter (where is_late), 0.00)::text as overdue,
    (select coalesce(sum(l.amount), 0.00) from (${selectLines(getFlow({ of: 'expenses' }), 'l.customer_id = $2')}) l)::text as expenses
  from of_invoice`

/** Sums what a customer was invoiced, has paid (less refunds) and owes, the overdue part of that, and the expenses for the customer. */
export const getCustomerBalance = async (db: UserDb, customerId: number, today: Day): Promise<Record<AmountName, Amount>> => {
  const [row] = await db.rows<Record<AmountName, string>>(balanceSql, [db.userId, customerId, today], 'books.of-customer')
  const { invoiced, paid, balanceDue, overdue, expenses } = row!
  return {
    invoiced: parseAmount(invoiced),
    paid: parseAmount(paid),
    balanceDue: parseAmount(balanceDue),
    overdue: parseAmount(overdue),
    expenses: parseAmount(expenses),
  }
}
type AmountName = 'invoiced' | 'paid' | 'balanceDue' | 'overdue' | 'expenses'

const owedSql = `
  select o.customer_id as id, sum(o.due)::text as "balanceDue", coalesce(sum(o.due) filter (where o.is_late), 0.00)::text as overdue
  from (
    select i.customer_id, ${isOverdueSql('i', '$3')} as is_late, ${receivableChangeSql} as due
    from documents i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual'
    where i.user_id = $1 and i.customer_id = any($2::bigint[]) and ${isOpenSql('i')}
  ) o group by o.customer_id`

type Owed = { balanceDue: Amount; overdue: Amount }

/** What each of these customers owes, and the overdue part of that. Customers who owe nothing have no entry. */
export const getOwedByCustomer = async (db: UserDb, customerIds: readonly number[], today: Day): Promise<Map<number, Owed>> => {
  const rows = await db.rows<{ id: number; balanceDue: string; overdue: string }>(owedSql, [db.userId, customerIds, today], 'books.owed')
  return new Map(rows.map(({ id, balanceDue, overdue }) => [id, { balanceDue: parseAmount(balanceDue), overdue: parseAmount(overdue) }]))
}
