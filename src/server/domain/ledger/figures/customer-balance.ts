import { splitByInstalmentSql } from '#server/domain/ledger/instalments-sql.ts'
import { isOpenSql, isOverdueSql, isPostedSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { accountNumbers, moneyAccounts } from '#shared/accounts.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { addUp, noSum, parseSum, type Sum } from '#shared/money.ts'
import { getFlow, ownReceivableChangeSql, receivableChangeSql, refundKinds, selectLines } from './contributions.ts'

// The same sums as in sums.ts for one customer ($2) on one day ($3). The lines of the customer's invoices are found by the invoices, so that only they are read.
const account = (number: number) =>
  `(case when l.debit_account = ${number} then l.amount when l.credit_account = ${number} then -l.amount else 0 end)`
const money = `(case when l.debit_account in (${moneyAccounts}) then l.amount when l.credit_account in (${moneyAccounts}) then -l.amount else 0 end)`

/** By instalment. `open` is a relation of (id, due, due_date, status, is_late). */
const selectOverdue = `
  select late.doc, late.amount from (${splitByInstalmentSql('select id as doc, due as amount, due_date as due, status from open where is_late', ['status'])}) late
  where document_status(late.status, late.due, null, late.amount, $3) = 'overdue'`

const balanceSql = `
  with invoices as materialized (
    select i.id, i.currency, i.due_date, i.status, i.customer_id = $2 and ${isOverdueSql('i', '$3')} as is_late
    from documents i where i.user_id = $1 and ${isPostedSql('i')} and i.customer_id = $2
    union all
    select i.id, i.currency, i.due_date, i.status, false from documents i
    where i.user_id = $1 and i.type = 'invoice' and i.deleted_at is not null and i.customer_id is null and i.former_customer_id = $2
  ), open as (
    select i.id, i.due_date, i.status, i.is_late, i.currency, sum(${receivableChangeSql}) as due, sum(${ownReceivableChangeSql}) as own,
      -sum(${account(accountNumbers.customerCredit)}) as credit,
      sum(case when l.kind in ('payment', ${refundKinds.map((kind) => `'${kind}'`)}) then ${money} else 0 end) as paid,
      -sum(case when l.kind in ('invoice', 'opening') and i.due_date is not null then ${account(accountNumbers.sales)} + ${account(accountNumbers.lateFees)} + ${account(accountNumbers.deposits)} + ${account(accountNumbers.salesTaxPayable)} + ${account(accountNumbers.rounding)}
        + ${account(accountNumbers.openingBalanceEquity)} else 0 end) as invoiced
    from invoices i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual' group by i.id, i.due_date, i.status, i.currency, i.is_late
  )
  select
    coalesce(sum(invoiced), 0.00)::text as invoiced,
    coalesce(sum(paid), 0.00)::text as paid,
    coalesce(sum(due), 0.00)::text as "balanceDue",
    (select coalesce(sum(amount), 0.00) from (${selectOverdue}) overdue)::text as overdue,
    coalesce(sum(credit), 0.00)::text as credit,
    (select coalesce(json_agg(json_build_object('currency', currency, 'balance', balance::text, 'homeBalance', home::text) order by currency), '[]')
      from (select currency, sum(own) as balance, sum(due) as home from open group by currency having sum(own) <> 0) b) as balances,
    (select coalesce(sum(l.amount), 0.00) from (${selectLines(getFlow({ of: 'expenses' }), 'l.customer_id = $2')}) l)::text as expenses
  from open`

/** In the home currency; `paid` is less refunds. `balances` are what the customer owes in each currency. */
export const getCustomerBalance = async (db: UserDb, customerId: number, today: Day): Promise<CustomerSums> => {
  const [row] = await db.rows<Record<AmountName, string> & { balances: BalanceRow[] }>(
    balanceSql,
    [db.userId, customerId, today],
    'books.of-customer',
  )
  const { invoiced, paid, balanceDue, overdue, credit, expenses, balances } = row!
  return {
    invoiced: parseSum(invoiced),
    paid: parseSum(paid),
    balanceDue: parseSum(balanceDue),
    overdue: parseSum(overdue),
    credit: parseSum(credit),
    expenses: parseSum(expenses),
    balances: balances.map(parseBalance),
  }
}
type AmountName = 'invoiced' | 'paid' | 'balanceDue' | 'overdue' | 'credit' | 'expenses'
type CustomerSums = Record<AmountName, Sum> & { balances: CurrencyBalance[] }

/** `homeBalance` is at the rates of the invoices. */
type CurrencyBalance = { currency: Currency; balance: Sum; homeBalance: Sum }
type BalanceRow = { currency: Currency; balance: string; homeBalance: string }
const parseBalance = ({ currency, balance, homeBalance }: BalanceRow): CurrencyBalance => ({
  currency,
  balance: parseSum(balance),
  homeBalance: parseSum(homeBalance),
})

const owedSql = `
  with open as (
    select i.id, i.customer_id, i.currency, i.due_date, i.status, ${isOverdueSql('i', '$3')} as is_late, sum(${receivableChangeSql}) as due,
      sum(${ownReceivableChangeSql}) as own
    from documents i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual'
    where i.user_id = $1 and i.customer_id = any($2::bigint[]) and ${isOpenSql('i')} group by i.id, i.customer_id, i.currency, i.due_date, i.status, i.total
  )
  select o.customer_id as id, o.currency, sum(o.own)::text as balance, sum(o.due)::text as "homeBalance", coalesce(sum(late.amount), 0.00)::text as overdue
  from open o left join (select doc, sum(amount) as amount from (${selectOverdue}) overdue group by doc) late on late.doc = o.id
  group by o.customer_id, o.currency order by o.customer_id, o.currency`

type Owed = { balanceDue: Sum; overdue: Sum; balances: CurrencyBalance[] }

export const nothingOwed: Owed = { balanceDue: noSum, overdue: noSum, balances: [] }

/** Customers who owe nothing have no entry. */
export const getOwedByCustomer = async (db: UserDb, customerIds: readonly number[], today: Day): Promise<Map<number, Owed>> => {
  const rows = await db.rows<BalanceRow & { id: number; overdue: string }>(owedSql, [db.userId, customerIds, today], 'books.owed')
  const owed = new Map<number, Owed>()
  for (const { id, overdue, ...row } of rows) {
    const before = owed.get(id) ?? nothingOwed
    const balance = parseBalance(row)
    owed.set(id, {
      balanceDue: addUp([before.balanceDue, balance.homeBalance]),
      overdue: addUp([before.overdue, parseSum(overdue)]),
      balances: balance.balance === 0n ? before.balances : [...before.balances, balance],
    })
  }
  return owed
}
