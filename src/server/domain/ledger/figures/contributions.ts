import { invoiceType } from '#server/domain/documents/document-type.ts'
import { displayStatusSql } from '#server/domain/documents/status-sql.ts'
import {
  isIssuedSql,
  movementOrder,
  selectInvoicesWithMovements,
  selectMovements,
  selectPayments,
  selectRefunds,
  taxShareSql,
  writtenOffSql,
} from '#server/domain/ledger/money-sql.ts'
import type { Day } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { toDecimal } from '#shared/money.ts'
import type { AgeBucket, Basis, FigureName } from '#shared/reports.ts'

/** Names a figure exactly; see `figureNames`. `rate` is in hundredths of a percent. */
export type Figure = {
  of: FigureName
  from: Day
  to: Day
  basis?: Basis | undefined
  customerId?: number | undefined
  category?: string | undefined
  rate?: number | undefined
  /** As invoices stand on the day `today`. */
  status?: InvoiceStatus | undefined
  bucket?: AgeBucket | undefined
}

/** SQL with its parameters, $1 and so on. */
export type Query = { text: string; values: unknown[] }

// Each is a SELECT of (kind, ref, doc, day, amount): the parts of documents that a figure is the sum of. `kind` and `ref` name the row; `doc` is the
// invoice's id, or the expense's. $1 is the user, $2 and $3 are the days.

const inRange = (day: string) => `${day} between $2 and $3`

/** Which invoices alone are looked at, as a condition on the invoice's id; all where it is missing. */
type Only = ((id: string) => string) | undefined
const and = (only: Only, id: string) => (only ? ` and ${only(id)}` : '')

const money = (rows: string, amount = 'net') => `select kind, ref, invoice_id as doc, day, ${amount} as amount from (${rows}) m`

const issued = (amount: string, only: Only) =>
  `select 'invoice' as kind, i.id as ref, i.id as doc, i.issue_date as day, ${amount} as amount
   from invoices i where i.user_id = $1 and ${isIssuedSql('i')} and ${inRange('i.issue_date')}${and(only, 'i.id')}`

/** What refunds of paid invoices take from the sales, on the day when the money went back: `of` says which part of what is let go of. */
const letGo = (of: (part: string) => string, only: Only) =>
  `select 'refund' as kind, ref, doc, day, ${of('before')} - ${of('after')} as amount from (
     select i.id as doc, i.total, i.tax_amount, m.ref, greatest(m.day, i.issue_date) as day,
            ${writtenOffSql('i', 'm.back_after - m.back', 'm.taken')} as before, ${writtenOffSql('i', 'm.back_after', 'm.taken')} as after
     from (
       select r.*, sum(r.back) over (partition by r.invoice_id order by ${movementOrder}) as back_after,
              (select sum(p.amount) from payments p where p.user_id = $1 and p.invoice_id = r.invoice_id and p.status = 'succeeded') as taken
       from (${selectRefunds({ invoice: only })}) r) m
     join invoices i on i.user_id = $1 and i.id = m.invoice_id and i.status = 'paid' and i.deleted_at is null) gone
   where ${inRange('day')} and before <> after`

const letGoTax = (part: string) => `(tax_amount - ${taxShareSql('tax_amount', `(total - ${part})`, 'total')})`
const letGoSales = (part: string) => `(${part} - ${letGoTax(part)})`

/**
 * What of the money of each movement is income or tax: what was applied to the invoice by then, shared in the invoice's own proportion, less the
 * same before. Cents are rounded on the running sums, so they add up to the invoice's own in the end.
 */
const applied = (of: (sum: string) => string, only: Only) =>
  `select kind, ref, doc, day, ${of('after')} - ${of('before')} as amount from (
     select m.kind, m.ref, m.invoice_id as doc, m.day, i.tax_amount, i.total,
            least(greatest(m.net_after - m.net, 0), i.total) as before, least(greatest(m.net_after, 0), i.total) as after
     from (
       select a.*, sum(a.net) over (partition by a.invoice_id order by ${movementOrder}) as net_after
       from (with touched as materialized (${selectInvoicesWithMovements({ day: inRange, invoice: only })}) ${selectMovements({ among: 'touched' })}) a) m
     join invoices i on i.user_id = $1 and i.id = m.invoice_id and ${isIssuedSql('i')}
     where ${inRange('m.day')}) moved`

const appliedTax = (sum: string) => taxShareSql('tax_amount', sum, 'total')
const appliedSales = (sum: string) => `(${sum} - ${appliedTax(sum)})`

/** How late an invoice is on the day $3. */
export const ageBucketSql = (due: string) =>
  `(case when ${due} >= $3 then 'current' when $3 - ${due} <= 30 then 'days1' when $3 - ${due} <= 60 then 'days31' when $3 - ${due} <= 90 then 'days61' else 'days91' end)`

// Only what is open, and what was paid or undone later, can have asked for something on the day: the rest is settled and isn't looked at.
const receivable = (only: Only) => `
  with later as (${selectInvoicesWithMovements({ day: (day) => `${day} > $3`, invoice: only })}),
  asked as (
    select * from invoices i where i.user_id = $1 and i.deleted_at is null and i.status in ('sent', 'overdue') and i.issue_date <= $3${and(only, 'i.id')}
    union all
    select i.* from invoices i join later on later.id = i.id
    where i.user_id = $1 and i.deleted_at is null and i.status = 'paid' and i.issue_date <= $3),
  came as (
    select invoice_id, coalesce(sum(net) filter (where day <= $3), 0) as net, coalesce(sum(back) filter (where day <= $3), 0) as back,
           sum(net + back) as taken
    from (${selectMovements({ among: 'asked' })}) m group by invoice_id)
  select 'invoice' as kind, i.id as ref, i.id as doc, i.due_date as day, ${ageBucketSql('i.due_date')} as bucket,
         greatest(i.total - coalesce(c.net, 0) - ${writtenOffSql('i', 'coalesce(c.back, 0)', 'coalesce(c.taken, 0)')}, 0) as amount
  from asked i left join came c on c.invoice_id = i.id`

// On the cash basis what was paid ahead of an invoice's date is income already, and no credit.
const credit = (basis: Basis, only: Only) => `
  select 'invoice' as kind, i.id as ref, i.id as doc, c.last as day,
         c.net + case when i.asks then ${writtenOffSql('i', 'c.back', 'c.taken')} - i.total else 0 end as amount
  from (
    select invoice_id, sum(net) filter (where day <= $3) as net, sum(back) filter (where day <= $3) as back, sum(net + back) as taken,
           max(day) filter (where day <= $3) as last
    from (${selectMovements({ invoice: only })}) m group by invoice_id having min(day) <= $3) c
  join lateral (select *, ${isIssuedSql('x')}${basis === 'cash' ? '' : ' and x.issue_date <= $3'} as asks from invoices x where x.user_id = $1 and x.id = c.invoice_id) i on true`

/** A customer's credit at a moment: `net` and `back` are sums until then. */
const creditThen = (net: string, back: string, asks: string) =>
  `greatest(${net} + case when ${asks} then ${writtenOffSql('i', back, 'c.taken')} - i.total else 0 end, 0)`

// Only of invoices that were issued or paid in the range can it be another at the end than it was before.
const creditChange = (basis: Basis, only: Only) => {
  const asks = (by: string) => (basis === 'cash' ? isIssuedSql('i') : `${isIssuedSql('i')} and i.issue_date ${by}`)
  return `
  with touched as (
    ${selectInvoicesWithMovements({ day: inRange, invoice: only })}
    union select i.id from invoices i where i.user_id = $1 and ${inRange('i.issue_date')}${and(only, 'i.id')})
  select 'invoice' as kind, i.id as ref, i.id as doc, greatest(c.last, least(i.issue_date, $3)) as day,
         ${creditThen('c.net', 'c.back', asks('<= $3'))} - ${creditThen('c.net_before', 'c.back_before', asks('< $2'))} as amount
  from (
    select invoice_id, coalesce(sum(net) filter (where day <= $3), 0) as net, coalesce(sum(back) filter (where day <= $3), 0) as back,
           coalesce(sum(net) filter (where day < $2), 0) as net_before, coalesce(sum(back) filter (where day < $2), 0) as back_before,
           sum(net + back) as taken, max(day) filter (where day <= $3) as last
    from (${selectMovements({ among: 'touched' })}) m group by invoice_id) c
  join invoices i on i.user_id = $1 and i.id = c.invoice_id`
}

const sources: Record<FigureName, (basis: Basis, only: Only) => string> = {
  received: (_, only) => money(selectMovements({ day: inRange, invoice: only })),
  paymentsIn: (_, only) => money(selectPayments({ day: inRange, invoice: only })),
  refundsOut: (_, only) => money(selectRefunds({ day: inRange, invoice: only }), 'back'),
  invoiced: (_, only) => issued('i.total', only),
  sales: (basis, only) =>
    basis === 'cash' ? applied(appliedSales, only) : `${issued('i.subtotal', only)} union all ${letGo(letGoSales, only)}`,
  tax: (basis, only) =>
    basis === 'cash' ? applied(appliedTax, only) : `${issued('i.tax_amount', only)} union all ${letGo(letGoTax, only)}`,
  expenses: () =>
    `select 'expense' as kind, x.id as ref, x.id as doc, x.expense_date as day, x.amount from expenses x where x.user_id = $1 and ${inRange('x.expense_date')}`,
  receivable: (_, only) => `select * from (${receivable(only)}) open where amount > 0`,
  credit: (basis, only) => `select * from (${credit(basis, only)}) over_paid where amount > 0`,
  creditChange: (basis, only) => `select * from (${creditChange(basis, only)}) changed where amount <> 0`,
}

/** Who an invoice is for: also one whose customer was deleted with it. */
export const customerIdSql = (i: string): string => `coalesce(${i}.customer_id, ${i}.former_customer_id)`

/** The invoices that are for a customer, found by their indexes: see `customerOf`. */
const hisAlone = (customerId: string) => (id: string) =>
  `${id} in (
    select x.id from invoices x where x.user_id = $1 and x.customer_id = ${customerId}
    union all
    select x.id from invoices x where x.user_id = $1 and x.deleted_at is not null and x.customer_id is null and x.former_customer_id = ${customerId})`

/**
 * The parts of documents that a figure is the sum of, as a SELECT of (kind, ref, doc, day, amount); `values` are its parameters. Every figure on any
 * screen, in any file or e-mail is a sum of these rows, and the lists that figures open to are these rows.
 */
export const selectContributions = (userId: number, figure: Figure, today: Day): Query => {
  const { of, from, to, basis = 'accrual', customerId, category, rate, status, bucket } = figure
  const values: unknown[] = [userId, from, to]
  const put = (value: unknown) => `$${values.push(value)}`
  // Figures of a moment don't look at where the range begins; PostgreSQL wants to know each parameter's type all the same.
  const conditions = ['$2::date <= $3::date']
  const ofInvoices: string[] = []
  if (bucket !== undefined && of === 'receivable') conditions.push(`f.bucket = ${put(bucket)}`)
  if (of === 'expenses') {
    const own: string[] = []
    if (customerId !== undefined) own.push(`x.customer_id = ${put(customerId)}`)
    if (category !== undefined) own.push(`x.category = ${put(category)}`)
    if (own.length > 0) conditions.push(`exists (select 1 from expenses x where x.user_id = $1 and x.id = f.doc and ${own.join(' and ')})`)
  } else {
    if (rate !== undefined) ofInvoices.push(`x.tax_rate = ${put(toDecimal(rate))}`)
    if (status !== undefined) ofInvoices.push(`${displayStatusSql(invoiceType, 'x', put(today))} = ${put(status)}`)
    if (ofInvoices.length > 0)
      conditions.push(`f.doc in (select x.id from invoices x where x.user_id = $1 and ${ofInvoices.join(' and ')})`)
  }
  const only = customerId === undefined || of === 'expenses' ? undefined : hisAlone(put(customerId))
  return {
    text: `select f.kind, f.ref, f.doc, f.day, f.amount from (${sources[of](basis, only)}) f where ${conditions.join(' and ')}`,
    values,
  }
}
