import { lineRateSql } from '#server/domain/ledger/journal/deductions.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { dueSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import type { DepositPart } from '#shared/deposits.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { type Amount, formatMoney, parseAmount } from '#shared/money.ts'

// Deposit invoices, and the lines of other invoices that deduct them. All amounts are in the prices of the deposit, which an invoice that deducts it shares.

/** What is left of a deposit for each tax rate, with the line of the deposit that deductions of it name. */
export type DepositLine = DepositPart & { lineId: number }
/** A deposit invoice that is not deleted. `status` is the stored one. */
export type Deposit = {
  id: number
  number: string
  issueDate: Day
  status: InvoiceStatus
  currency: Currency
  pricesIncludeTax: boolean
  customerId: number
  /** Of its whole, in percent as decimal text; null when its lines name rates. */
  taxPercent: string | null
  taxIsTyped: boolean
  /** It stays paid although money went back. */
  isReturned: boolean
  total: Amount
  /** What the asked invoice deducts of it. */
  deducted: Amount
  lines: readonly DepositLine[]
}

type Row = Omit<Deposit, 'total' | 'deducted' | 'lines'> & {
  total: string
  deducted: string
  lines: { lineId: number; taxRateId: number | null; amount: string }[]
}

/** What a line of a deposit or of its credit note comes to in the prices of the deposit `d`: a credit note may include tax where the deposit does not. */
const amountSql = (l: string) =>
  `(case when d.prices_include_tax then ${l}.total - ${l}.document_discount else ${l}.net - ${l}.document_discount_net end)`
const linesOf = (l: string, document: string) => `document_lines ${l} on ${l}.user_id = $1 and ${l}.document_id = ${document}`

/** Lines `x` of invoices `m` that deduct a line `s` of the deposit `d`. */
const joinDeductions = `join ${linesOf('s', 'd.id')}
    join document_lines x on x.user_id = $1 and x.source_line_id = s.id and x.kind = 'deposit'
    join documents m on m.user_id = $1 and m.id = x.document_id and m.deleted_at is null`
/** Lines `c` of credit notes that give such a line back. */
const joinGivenBack = `${joinDeductions}
    join documents n on n.user_id = $1 and n.credited_invoice_id = m.id and n.status = 'issued'
    join ${linesOf('c', 'n.id')} and c.credited_line_id = x.id`

/** @param condition on the deposit `d`; $2 is the invoice that deducts it */
const selectDeposits = (condition: string) => `
  with deposits as materialized (
    select d.* from documents d where d.user_id = $1 and d.type = 'invoice' and d.invoice_kind = 'deposit' and d.deleted_at is null and ${condition}
    order by d.id limit 100
  ), parts as (
    select d.id, l.id as line, ${lineRateSql('l')} as rate, ${amountSql('l')} as amount, 0.00 as own from deposits d join ${linesOf('l', 'd.id')}
    union all
    select d.id, null, ${lineRateSql('l')}, -${amountSql('l')}, 0.00 from deposits d
    join documents n on n.user_id = $1 and n.credited_invoice_id = d.id and n.status = 'issued' join ${linesOf('l', 'n.id')}
    union all
    select d.id, null, ${lineRateSql('s')}, x.total, case when m.id = $2 then -x.total else 0.00 end from deposits d ${joinDeductions}
    union all
    select d.id, null, ${lineRateSql('s')}, -c.total, case when m.id = $2 then c.total else 0.00 end from deposits d ${joinGivenBack}
  ), by_rate as (
    select id, rate, min(line) as line, sum(amount) as amount, sum(own) as own from parts group by id, rate
  )
  select d.id, d.number, to_char(d.issue_date, 'YYYY-MM-DD') as "issueDate", d.status, d.currency, d.prices_include_tax as "pricesIncludeTax", d.customer_id as "customerId", d.total::text,
         (select case when bool_or(t.tax_rate_id is not null) then null else coalesce(max(t.percent), 0) end::text from document_taxes t
          where t.user_id = $1 and t.document_id = d.id) as "taxPercent",
         exists (select from document_taxes t where t.user_id = $1 and t.document_id = d.id and t.is_typed) as "taxIsTyped",
         d.status = 'paid' and ${dueSql('d')} > 0 as "isReturned",
         coalesce((select sum(r.own) from by_rate r where r.id = d.id), 0.00)::text as deducted,
         coalesce((select json_agg(json_build_object('lineId', r.line, 'taxRateId', r.rate, 'amount', r.amount::text) order by r.line)
           from by_rate r where r.id = d.id and r.line is not null), '[]') as lines
  from deposits d order by d.id`

const toDeposit = ({ total, deducted, lines, ...row }: Row): Deposit => ({
  ...row,
  total: parseAmount(total),
  deducted: parseAmount(deducted),
  lines: lines.map(({ amount, ...line }) => ({ ...line, amount: parseAmount(amount) })),
})

/** Those that the invoice deducts, and those that it could; the oldest first. */
export const listDeposits = async (db: UserDb, invoiceId: number): Promise<Deposit[]> => {
  const of = (column: string) => `d.${column} = (select i.${column} from documents i where i.user_id = $1 and i.id = $2)`
  const condition = `d.id <> $2 and ${of('customer_id')} and ${of('currency')} and ${of('prices_include_tax')}`
  return (await db.rows<Row>(selectDeposits(condition), [db.userId, invoiceId], 'deposits.list')).map(toDeposit)
}

export const lockDeposit = async (db: UserDb, invoiceId: number, depositId: number): Promise<Deposit | undefined> => {
  await db.rows("select 1 from documents where user_id = $1 and id = $2 and type = 'invoice' for no key update", [db.userId, depositId])
  const [row] = await db.rows<Row>(selectDeposits('d.id = $3'), [db.userId, invoiceId, depositId])
  return row && toDeposit(row)
}

export type DeductedFrom = { id: number; invoiceNumber: string; amount: Amount }

export const listDeductedFrom = async (db: UserDb, depositId: number): Promise<DeductedFrom[]> => {
  const rows = await db.rows<Omit<DeductedFrom, 'amount'> & { amount: string }>(
    `select m.id, m.number as "invoiceNumber", sum(-x.total)::text as amount
     from documents d ${joinDeductions} where d.user_id = $1 and d.id = $2 group by m.id, m.number order by m.id`,
    [db.userId, depositId],
    'deposits.deducted-from',
  )
  return rows.map((row) => ({ ...row, amount: parseAmount(row.amount) }))
}

/** @throws AppError 409 while an invoice deducts the deposit, with the way out. @param what cannot be done, as a clause */
export const refuseWhileDeducted = async (db: UserDb, depositId: number, what: string): Promise<void> => {
  const from = await listDeductedFrom(db, depositId)
  if (from.length > 0) throw deductedError(from, what)
}

/** @param from at least one @param what cannot be done, as a clause */
export const deductedError = ([first]: readonly DeductedFrom[], what: string): AppError =>
  new AppError(
    409,
    `This deposit is deducted from ${first!.invoiceNumber}, so ${what}. Remove the deduction there first, or credit that invoice.`,
  )

/** @throws AppError 409 when more of a deposit is deducted and credited than there is of it. @param what cannot be done, as a clause */
export const refuseOverused = async (db: UserDb, depositId: number, what: string): Promise<void> => {
  const deposit = await lockDeposit(db, depositId, depositId)
  if (!deposit || deposit.lines.every(({ amount }) => amount >= 0)) return
  const from = (await listDeductedFrom(db, depositId)).map(
    ({ invoiceNumber, amount }) => `${formatMoney(amount, deposit.currency)} from ${invoiceNumber}`,
  )
  throw new AppError(409, `Of the deposit ${deposit.number} is deducted: ${from.join(', ')}. So ${what}.`)
}

/** What the other invoices deduct of the same deposits may differ by a cent once this invoice does not deduct them any more, or again. */
export const postOtherDeductions = async (db: UserDb, invoiceId: number): Promise<void> => {
  for (const { id, deducted } of await listDeposits(db, invoiceId))
    if (deducted > 0)
      for (const other of await listDeductedFrom(db, id)) if (other.id !== invoiceId) postInvoice(db, other.id, { mayBeLate: true })
}
