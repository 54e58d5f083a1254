import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import { accountNumbers, expenseAccountNumbers, getExpenseAccount, moneyAccounts } from '#shared/accounts.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { toDecimal } from '#shared/money.ts'
import type { AgeBucket, Basis, FigureName } from '#shared/reports.ts'

/** Identifies a figure; see `figureNames`. `rate` is in hundredths of a percent. */
export type Figure = {
  of: FigureName
  from: Day
  to: Day
  basis?: Basis | undefined
  customerId?: number | undefined
  category?: string | undefined
  rate?: number | undefined
  /** The status of invoices on the day `today`. */
  status?: InvoiceStatus | undefined
  bucket?: AgeBucket | undefined
}

/** SQL and the values of its parameters $1, $2 ... */
export type Query = { text: string; values: unknown[] }

/** Lines of accounts: those that match, each as (kind, ref, doc, day, amount, account, customer_id, tax_percent). */
type Lines = {
  accounts: readonly number[]
  basis: Basis
  /** +1 where debits add to the figure, -1 where credits do. */
  sign: 1 | -1
  /** Condition on a line `l`. */
  where: string
}

const selectSide = (side: 'debit' | 'credit', sign: 1 | -1, { accounts, basis, where }: Lines) => {
  const account = `l.${side}_account`
  const isOne = accounts.length === 1 ? `${account} = ${accounts[0]}` : `${account} = any('{${accounts.join(',')}}'::smallint[])`
  return `select l.kind, l.source_id as ref, coalesce(l.document_id, l.source_id) as doc, l.day, ${sign === 1 ? '' : '-'}l.amount as amount, ${account} as account,
      l.customer_id, l.tax_percent
    from journal_lines l where l.user_id = $1 and l.basis = '${basis}' and ${isOne} and ${where}`
}

/**
 * SELECT of the lines of accounts; both sides are read from an index that holds all columns.
 * @returns (kind, ref, doc, day, amount, account, customer_id, tax_percent)
 */
export const selectLines = (lines: Lines): string =>
  `${selectSide('debit', lines.sign, lines)} union all ${selectSide('credit', lines.sign === 1 ? -1 : 1, lines)}`

/** SQL expression for the age bucket of a due date on the day $3. */
export const ageBucketSql = (due: string): string =>
  `(case when ${due} >= $3 then 'current' when $3 - ${due} <= 30 then 'days1' when $3 - ${due} <= 60 then 'days31' when $3 - ${due} <= 90 then 'days61' else 'days91' end)`

/** Condition for invoices with a balance due, on the index of open invoices. */
const isOpenSql = (i: string) => `${i}.type = 'invoice' and ${i}.deleted_at is null and ${i}.status in ('sent', 'overdue')`

/** What a line `l` adds to the receivables. */
const receivableChangeSql = `case when l.debit_account = ${accountNumbers.receivable} then l.amount when l.credit_account = ${accountNumbers.receivable} then -l.amount else 0 end`

/** SELECT of (doc, customer_id, amount): what each line adds to the receivables of the invoices that are open now. @param condition on the invoice `i` */
export const selectOpenLines = (condition = ''): string => `
  select l.document_id as doc, l.customer_id, ${receivableChangeSql} as amount
  from documents i join journal_lines l on l.user_id = $1 and l.document_id = i.id and l.basis = 'accrual'
  where i.user_id = $1 and ${isOpenSql('i')}${condition}`

/**
 * SELECT of (doc, customer_id, amount): what is open of each invoice at the end of the day $3. It is what is open now, less what was posted after that day: only
 * open invoices, and lines after the day, are read.
 * @param ofCustomer condition on the column `customer_id` of an alias
 */
const selectReceivables = (ofCustomer: (alias: string) => string) => `
  select doc, customer_id, sum(amount) as amount from (
    ${selectOpenLines(ofCustomer('l'))}
    union all
    select f.doc, f.customer_id, -f.amount from (${selectLines({ accounts: [accountNumbers.receivable], basis: 'accrual', sign: 1, where: `l.day > $3${ofCustomer('l')}` })}) f
  ) changes group by doc, customer_id having sum(amount) <> 0`

/** Condition for the range of days. */
const inRange = 'l.day between $2 and $3'

type Source = (basis: Basis, ofCustomer: (alias: string) => string) => string

const flow =
  (accounts: readonly number[], sign: 1 | -1, options: { kinds?: readonly string[]; basis?: Basis } = {}): Source =>
  (basis, ofCustomer) => {
    const { kinds } = options
    const ofKind = kinds
      ? ` and l.kind ${kinds.length === 1 ? `= '${kinds[0]}'` : `in (${kinds.map((kind) => `'${kind}'`).join(', ')})`}`
      : ''
    return selectLines({ accounts, basis: options.basis ?? basis, sign, where: `${inRange}${ofKind}${ofCustomer('l')}` })
  }

const incomeAccounts = [accountNumbers.sales, accountNumbers.salesTaxPayable]

// Each returns a SELECT of contributions, the rows that a figure is the sum of. $1 is the user, $2 and $3 are the first and the last day.
const sources: Record<FigureName, Source> = {
  received: flow(moneyAccounts, 1, { kinds: ['payment', 'refund'], basis: 'accrual' }),
  paymentsIn: flow(moneyAccounts, 1, { kinds: ['payment'], basis: 'accrual' }),
  refundsOut: flow(moneyAccounts, -1, { kinds: ['refund'], basis: 'accrual' }),
  invoiced: flow(incomeAccounts, -1, { kinds: ['invoice'], basis: 'accrual' }),
  opening: flow([accountNumbers.openingBalanceEquity], -1, { basis: 'accrual' }),
  sales: flow([accountNumbers.sales], -1),
  tax: flow([accountNumbers.salesTaxPayable], -1),
  expenses: flow(expenseAccountNumbers, 1, { basis: 'accrual' }),
  fees: flow([accountNumbers.paymentFees], 1, { basis: 'accrual' }),
  receivable: (_, ofCustomer) => `
    select 'invoice' as kind, r.doc as ref, r.doc, i.due_date as day, r.amount, ${accountNumbers.receivable} as account, r.customer_id,
           null::numeric as tax_percent, ${ageBucketSql('i.due_date')} as bucket
    from (${selectReceivables(ofCustomer)}) r join documents i on i.user_id = $1 and i.id = r.doc`,
  credit: (basis, ofCustomer) => `
    select 'invoice' as kind, c.doc as ref, c.doc, max(c.day) as day, sum(c.amount) as amount, ${accountNumbers.customerCredit} as account, c.customer_id,
           null::numeric as tax_percent
    from (${selectLines({ accounts: [accountNumbers.customerCredit], basis, sign: -1, where: `l.day <= $3${ofCustomer('l')}` })}) c
    group by c.doc, c.customer_id having sum(c.amount) <> 0`,
  creditChange: flow([accountNumbers.customerCredit], -1),
}

/** SQL expression for the customer of an invoice, also where the customer was deleted together with the invoice. */
export const customerIdSql = (i: string): string => `coalesce(${i}.customer_id, ${i}.former_customer_id)`

/** SQL expression for the name of the customer of a document: as it was sent, or else the current one. */
export const customerNameSql = (d: string): string =>
  `coalesce(${d}.customer_snapshot ->> 'name', (select c.name from customers c where c.user_id = $1 and c.id = ${d}.customer_id))`

/** SQL expression for the name of a deleted customer: the one on the newest invoice that was sent to them. */
export const formerCustomerNameSql = (customerId: string): string =>
  `coalesce((select d.customer_snapshot ->> 'name' from documents d
    where d.user_id = $1 and d.type = 'invoice' and d.deleted_at is not null and d.former_customer_id = ${customerId} and d.customer_snapshot is not null
    order by d.id desc limit 1), 'Deleted customer')`

/**
 * Builds the SELECT of the contributions (kind, ref, doc, day, amount, account, customer_id, tax_percent) that a figure is the sum of: lines of the journal, or
 * for receivables and credit what they come to for each invoice. Every figure on a screen, in a file or in an email is a sum of these rows.
 */
export const selectContributions = (userId: number, figure: Figure, today: Day): Query => {
  const { of, from, to, basis = 'accrual', customerId, category, rate, status, bucket } = figure
  const values: unknown[] = [userId, from, to]
  const addValue = (value: unknown) => `$${values.push(value)}`
  // Figures of a moment do not use the start of the range, but PostgreSQL has to know the type of each parameter.
  const conditions = ['$2::date <= $3::date']
  if (bucket !== undefined && of === 'receivable') conditions.push(`f.bucket = ${addValue(bucket)}`)
  if (category !== undefined && of === 'expenses') conditions.push(`f.account = ${getExpenseAccount(category)}`)
  if (of !== 'expenses') {
    if (rate !== undefined) conditions.push(rate === 0 ? 'f.tax_percent is null' : `f.tax_percent = ${addValue(toDecimal(rate))}`)
    if (status !== undefined)
      conditions.push(
        `f.doc in (select x.id from documents x where x.user_id = $1 and x.type = 'invoice' and ${displayStatusSql('x', `${addValue(today)}::date`)} = ${addValue(status)})`,
      )
  }
  const customer = customerId === undefined ? null : addValue(customerId)
  const ofCustomer = (alias: string) => (customer === null ? '' : ` and ${alias}.customer_id = ${customer}`)
  return {
    text: `select f.kind, f.ref, f.doc, f.day, f.amount, f.account, f.customer_id, f.tax_percent from (${sources[of](basis, ofCustomer)}) f
      where ${conditions.join(' and ')}`,
    values,
  }
}
