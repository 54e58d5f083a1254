import { displayStatusSql } from '#server/domain/documents/status-sql.ts'
import {
  isIssuedSql,
  movementOrder,
  salesReturnSql,
  selectInvoicesWithMovements,
  selectMovements,
  selectPayments,
  selectRefunds,
  taxShareSql,
} from '#server/domain/ledger/money-sql.ts'
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

// Each function below returns a SELECT of contributions, the rows that a figure is the sum of: (kind, ref, doc, day, amount). `kind` and `ref` identify
// the row, `doc` is the id of its invoice or expense. $1 is the user, $2 and $3 are the first and the last day.

const inRange = (day: string) => `${day} between $2 and $3`

/** Condition on the invoice's id; undefined for all invoices. */
type InvoiceFilter = ((id: string) => string) | undefined
const and = (invoiceFilter: InvoiceFilter, id: string) => (invoiceFilter ? ` and ${invoiceFilter(id)}` : '')

const toContributions = (rows: string, amount = 'net') => `select kind, ref, document_id as doc, day, ${amount} as amount from (${rows}) m`

const issued = (amount: string, invoiceFilter: InvoiceFilter) =>
  `select 'invoice' as kind, i.id as ref, i.id as doc, i.issue_date as day, ${amount} as amount
   from documents i where i.user_id = $1 and ${isIssuedSql('i')} and ${inRange('i.issue_date')}${and(invoiceFilter, 'i.id')}`

/**
 * Sales returns: by how much refunds of paid invoices reduce the sales, on the day of the refund.
 * @param of SQL of the part that counts, sales or tax, of a returned amount
 */
const salesReturns = (of: (part: string) => string, invoiceFilter: InvoiceFilter) =>
  `select 'refund' as kind, ref, doc, day, ${of('before')} - ${of('after')} as amount from (
     select i.id as doc, i.total, i.tax_amount, m.ref, greatest(m.day, i.issue_date) as day,
            ${salesReturnSql('i', 'm.refunded_after - m.refunded', 'm.taken')} as before, ${salesReturnSql('i', 'm.refunded_after', 'm.taken')} as after
     from (
       select r.*, sum(r.refunded) over (partition by r.document_id order by ${movementOrder}) as refunded_after,
              (select sum(p.amount) from payments p where p.user_id = $1 and p.document_id = r.document_id and p.status = 'succeeded') as taken
       from (${selectRefunds({ invoice: invoiceFilter })}) r) m
     join documents i on i.user_id = $1 and i.id = m.document_id and i.status = 'paid' and i.deleted_at is null) gone
   where ${inRange('day')} and before <> after`

const returnedTax = (part: string) => `(tax_amount - ${taxShareSql('tax_amount', `(total - ${part})`, 'total')})`
const returnedSales = (part: string) => `(${part} - ${returnedTax(part)})`

/**
 * Income or tax on a cash basis: the part of each payment or refund that is applied to the invoice, in the proportion of the invoice. Each amount is
 * the difference of two rounded running sums, so that the cents of all movements add up to those of the invoice.
 */
const recognized = (of: (sum: string) => string, invoiceFilter: InvoiceFilter) =>
  `select kind, ref, doc, day, ${of('after')} - ${of('before')} as amount from (
     select m.kind, m.ref, m.document_id as doc, m.day, i.tax_amount, i.total,
            least(greatest(m.net_after - m.net, 0), i.total) as before, least(greatest(m.net_after, 0), i.total) as after
     from (
       select a.*, sum(a.net) over (partition by a.document_id order by ${movementOrder}) as net_after
       from (with touched as materialized (${selectInvoicesWithMovements({ day: inRange, invoice: invoiceFilter })}) ${selectMovements({ among: 'touched' })}) a) m
     join documents i on i.user_id = $1 and i.id = m.document_id and ${isIssuedSql('i')}
     where ${inRange('m.day')}) moved`

const recognizedTax = (sum: string) => taxShareSql('tax_amount', sum, 'total')
const recognizedSales = (sum: string) => `(${sum} - ${recognizedTax(sum)})`

/** SQL expression for the age bucket of a due date on the day $3. */
export const ageBucketSql = (due: string) =>
  `(case when ${due} >= $3 then 'current' when $3 - ${due} <= 30 then 'days1' when $3 - ${due} <= 60 then 'days31' when $3 - ${due} <= 90 then 'days61' else 'days91' end)`

// Only open invoices, and those with payments or refunds after the day, can have had a balance due on that day; all others are skipped.
const receivable = (invoiceFilter: InvoiceFilter) => `
  with later as (${selectInvoicesWithMovements({ day: (day) => `${day} > $3`, invoice: invoiceFilter })}),
  candidate as (
    select i.id, i.status, i.due_date, i.total from documents i
    where i.user_id = $1 and i.type = 'invoice' and i.deleted_at is null and i.status in ('sent', 'overdue') and i.issue_date <= $3${and(invoiceFilter, 'i.id')}
    union all
    select i.id, i.status, i.due_date, i.total from documents i join later on later.id = i.id
    where i.user_id = $1 and i.deleted_at is null and i.status = 'paid' and i.issue_date <= $3),
  received as (
    select document_id, coalesce(sum(net) filter (where day <= $3), 0) as net, coalesce(sum(refunded) filter (where day <= $3), 0) as refunded,
           sum(net + refunded) as taken
    from (${selectMovements({ among: 'candidate' })}) m group by document_id)
  select 'invoice' as kind, i.id as ref, i.id as doc, i.due_date as day, ${ageBucketSql('i.due_date')} as bucket,
         greatest(i.total - coalesce(c.net, 0) - ${salesReturnSql('i', 'coalesce(c.refunded, 0)', 'coalesce(c.taken, 0)')}, 0) as amount
  from candidate i left join received c on c.document_id = i.id`

// On a cash basis money that is paid before the invoice's date is income already, and not credit.
const credit = (basis: Basis, invoiceFilter: InvoiceFilter) => `
  select 'invoice' as kind, i.id as ref, i.id as doc, c.last as day,
         c.net + case when i.asks then ${salesReturnSql('i', 'c.refunded', 'c.taken')} - i.total else 0 end as amount
  from (
    select document_id, sum(net) filter (where day <= $3) as net, sum(refunded) filter (where day <= $3) as refunded, sum(net + refunded) as taken,
           max(day) filter (where day <= $3) as last
    from (${selectMovements({ invoice: invoiceFilter })}) m group by document_id having min(day) <= $3) c
  join lateral (select *, ${isIssuedSql('x')}${basis === 'cash' ? '' : ' and x.issue_date <= $3'} as asks from documents x where x.user_id = $1 and x.id = c.document_id) i on true`

/** SQL expression for a customer's credit at a moment; `net` and `refunded` are the sums up to it. */
const creditAt = (net: string, refunded: string, asks: string) =>
  `greatest(${net} + case when ${asks} then ${salesReturnSql('i', refunded, 'c.taken')} - i.total else 0 end, 0)`

// The credit can change only for invoices that are issued, paid or refunded in the range.
const creditChange = (basis: Basis, invoiceFilter: InvoiceFilter) => {
  const asks = (by: string) => (basis === 'cash' ? isIssuedSql('i') : `${isIssuedSql('i')} and i.issue_date ${by}`)
  return `
  with touched as (
    ${selectInvoicesWithMovements({ day: inRange, invoice: invoiceFilter })}
    union select i.id from documents i where i.user_id = $1 and i.type = 'invoice' and ${inRange('i.issue_date')}${and(invoiceFilter, 'i.id')})
  select 'invoice' as kind, i.id as ref, i.id as doc, greatest(c.last, least(i.issue_date, $3)) as day,
         ${creditAt('c.net', 'c.refunded', asks('<= $3'))} - ${creditAt('c.net_before', 'c.refunded_before', asks('< $2'))} as amount
  from (
    select document_id, coalesce(sum(net) filter (where day <= $3), 0) as net, coalesce(sum(refunded) filter (where day <= $3), 0) as refunded,
           coalesce(sum(net) filter (where day < $2), 0) as net_before, coalesce(sum(refunded) filter (where day < $2), 0) as refunded_before,
           sum(net + refunded) as taken, max(day) filter (where day <= $3) as last
    from (${selectMovements({ among: 'touched' })}) m group by document_id) c
  join documents i on i.user_id = $1 and i.id = c.document_id`
}

const sources: Record<FigureName, (basis: Basis, invoiceFilter: InvoiceFilter) => string> = {
  received: (_, invoiceFilter) => toContributions(selectMovements({ day: inRange, invoice: invoiceFilter })),
  paymentsIn: (_, invoiceFilter) => toContributions(selectPayments({ day: inRange, invoice: invoiceFilter })),
  refundsOut: (_, invoiceFilter) => toContributions(selectRefunds({ day: inRange, invoice: invoiceFilter }), 'refunded'),
  invoiced: (_, invoiceFilter) => issued('i.total', invoiceFilter),
  sales: (basis, invoiceFilter) =>
    basis === 'cash'
      ? recognized(recognizedSales, invoiceFilter)
      : `${issued('i.total - i.tax_amount', invoiceFilter)} union all ${salesReturns(returnedSales, invoiceFilter)}`,
  tax: (basis, invoiceFilter) =>
    basis === 'cash'
      ? recognized(recognizedTax, invoiceFilter)
      : `${issued('i.tax_amount', invoiceFilter)} union all ${salesReturns(returnedTax, invoiceFilter)}`,
  expenses: () =>
    `select 'expense' as kind, x.id as ref, x.id as doc, x.expense_date as day, x.amount from expenses x where x.user_id = $1 and ${inRange('x.expense_date')}`,
  receivable: (_, invoiceFilter) => `select * from (${receivable(invoiceFilter)}) open where amount > 0`,
  credit: (basis, invoiceFilter) => `select * from (${credit(basis, invoiceFilter)}) over_paid where amount > 0`,
  creditChange: (basis, invoiceFilter) => `select * from (${creditChange(basis, invoiceFilter)}) changed where amount <> 0`,
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

/** Condition for the invoices of a customer as in `customerIdSql`, in a form that uses the indexes. */
const isOfCustomer = (customerId: string) => (id: string) =>
  `${id} in (
    select x.id from documents x where x.user_id = $1 and x.type = 'invoice' and x.customer_id = ${customerId}
    union all
    select x.id from documents x where x.user_id = $1 and x.type = 'invoice' and x.deleted_at is not null and x.customer_id is null and x.former_customer_id = ${customerId})`

/** Condition for contributions `f` of invoices with such a tax `t`. Invoices without tax have none. */
const hasTaxSql = (condition: string) =>
  `exists (select 1 from document_taxes t where t.user_id = $1 and t.document_id = f.doc and t.group_no = 1 and t.component_no = 1 and ${condition})`

/**
 * Builds the SELECT of the contributions (kind, ref, doc, day, amount) that a figure is the sum of. Every figure on a screen, in a file or in an email
 * is a sum of these rows, and the documents that a figure opens to are these rows.
 */
export const selectContributions = (userId: number, figure: Figure, today: Day): Query => {
  const { of, from, to, basis = 'accrual', customerId, category, rate, status, bucket } = figure
  const values: unknown[] = [userId, from, to]
  const addValue = (value: unknown) => `$${values.push(value)}`
  // Figures of a moment do not use the start of the range, but PostgreSQL has to know the type of each parameter.
  const conditions = ['$2::date <= $3::date']
  if (bucket !== undefined && of === 'receivable') conditions.push(`f.bucket = ${addValue(bucket)}`)
  if (of === 'expenses') {
    const own: string[] = []
    if (customerId !== undefined) own.push(`x.customer_id = ${addValue(customerId)}`)
    if (category !== undefined) own.push(`x.category = ${addValue(category)}`)
    if (own.length > 0) conditions.push(`exists (select 1 from expenses x where x.user_id = $1 and x.id = f.doc and ${own.join(' and ')})`)
  } else {
    if (rate !== undefined)
      conditions.push(rate === 0 ? `not ${hasTaxSql('t.percent <> 0')}` : hasTaxSql(`t.percent = ${addValue(toDecimal(rate))}`))
    if (status !== undefined)
      conditions.push(
        `f.doc in (select x.id from documents x where x.user_id = $1 and x.type = 'invoice' and ${displayStatusSql('x', `${addValue(today)}::date`)} = ${addValue(status)})`,
      )
  }
  const invoiceFilter = customerId === undefined || of === 'expenses' ? undefined : isOfCustomer(addValue(customerId))
  return {
    text: `select f.kind, f.ref, f.doc, f.day, f.amount from (${sources[of](basis, invoiceFilter)}) f where ${conditions.join(' and ')}`,
    values,
  }
}
