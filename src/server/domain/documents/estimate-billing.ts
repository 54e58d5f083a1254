import { dueSql } from '#server/domain/ledger/paid-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Currency } from '#shared/currencies.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { type Amount, formatMoney, parseAmount } from '#shared/money.ts'

// The invoices of an estimate: one for all of it, or several for its parts, whose lines name the lines of the estimate.

const isOfEstimate = 'i.user_id = $1 and i.source_document_id = $2'

/** By the ids of the estimate's lines. Deleted invoices don't count. */
export const readBilled = async (db: UserDb, estimateId: number): Promise<Map<number, Amount>> => {
  const rows = await db.rows<{ id: number; amount: string }>(
    `select l.source_line_id as id, sum(l.total - l.document_discount)::text as amount
     from documents i join document_lines l on l.user_id = $1 and l.document_id = i.id and l.source_line_id is not null and l.kind <> 'deposit'
     where ${isOfEstimate} and i.part_no > 0 and i.deleted_at is null group by l.source_line_id`,
    [db.userId, estimateId],
    'estimates.billed',
  )
  return new Map(rows.map(({ id, amount }) => [id, parseAmount(amount)]))
}

export type EstimateInvoice = {
  id: number
  invoiceNumber: string
  /** 0 for all of the estimate. */
  partNo: number
  status: InvoiceStatus
  isDeposit: boolean
  isDeleted: boolean
  hasDeductions: boolean
  total: Amount
  balanceDue: Amount
}

/** In the order of its parts. `status` is the stored one. */
export const listEstimateInvoices = async (db: UserDb, estimateId: number): Promise<EstimateInvoice[]> => {
  type Row = Omit<EstimateInvoice, 'total' | 'balanceDue'> & { total: string; due: string }
  const rows = await db.rows<Row>(
    `select i.id, i.number as "invoiceNumber", i.part_no as "partNo", i.status, i.invoice_kind = 'deposit' as "isDeposit",
            i.deleted_at is not null as "isDeleted", i.total::text, ${dueSql('i')}::text as due,
            exists (select from document_lines l where l.user_id = $1 and l.document_id = i.id and l.kind = 'deposit') as "hasDeductions"
     from documents i where ${isOfEstimate} order by i.part_no`,
    [db.userId, estimateId],
    'estimates.invoices',
  )
  return rows.map(({ due, ...row }) => ({ ...row, total: parseAmount(row.total), balanceDue: parseAmount(due) }))
}

/** Call it under the estimate's lock. */
export const drawPartNo = async (db: UserDb, estimateId: number): Promise<number> =>
  Math.max(0, ...(await listEstimateInvoices(db, estimateId)).map(({ partNo }) => partNo)) + 1

type Overbilled = { description: string; total: string; currency: Currency }

/** @throws AppError 409, with the way out, when the invoices for parts would bill more than the estimate says */
export const refuseOverbilled = async (db: UserDb, invoiceId: number): Promise<void> => {
  const [over] = await db.rows<Overbilled>(
    `select e.description, (e.total - e.document_discount)::text as total, d.currency
     from documents p join documents d on d.user_id = $1 and d.id = p.source_document_id and d.type = 'estimate'
     join document_lines e on e.user_id = $1 and e.document_id = d.id
     where p.user_id = $1 and p.id = $2 and p.part_no > 0 and e.total - e.document_discount < (
       select sum(l.total - l.document_discount) from document_lines l
       join documents i on i.user_id = $1 and i.id = l.document_id and i.deleted_at is null and i.part_no > 0
       where l.user_id = $1 and l.source_line_id = e.id and l.kind <> 'deposit') order by e.position limit 1`,
    [db.userId, invoiceId],
  )
  if (over)
    throw new AppError(
      409,
      `${over.description}: the estimate has ${formatMoney(over.total, over.currency)} of it, and its invoices would bill more. Bill what is beyond it on a line of its own.`,
    )
}

/** @throws AppError 409 for the invoice of a whole estimate that is billed in parts meanwhile */
export const refuseWholeBesideParts = async (db: UserDb, invoiceId: number): Promise<void> => {
  const [part] = await db.rows<{ number: string }>(
    `select o.number from documents i join documents o on o.user_id = $1 and o.source_document_id = i.source_document_id and o.part_no > 0
       and o.invoice_kind = 'standard' and o.deleted_at is null
     where i.user_id = $1 and i.id = $2 and i.part_no = 0 limit 1`,
    [db.userId, invoiceId],
  )
  if (part)
    throw new AppError(
      409,
      `Its estimate is invoiced in parts since, by ${part.number}. Delete those invoices first, then restore this one.`,
    )
}
