import type { UserDb } from '#server/platform/db/client.ts'
import { parseCents, zero } from '#shared/money.ts'
import type { ExpenseFacts, InvoiceFacts, Movement } from './derive-entries.ts'

/** The records with ids between these two, both included. */
export type IdRange = { first: number; last: number }

// In the statements below $1 is the user, $2 and $3 are the first and the last id. The tax has one row until invoices have several rates.

const invoicesQuery = `
  select d.id, d.number, coalesce(d.customer_id, d.former_customer_id) as "customerId", coalesce(d.customer_snapshot ->> 'name', c.name, '') as "customerName",
         d.issue_date as "issueDate", d.total::text, d.tax_amount::text as tax, nullif(t.percent, 0)::text as "taxPercent",
         d.status <> 'draft' and d.deleted_at is null as "isIssued", d.status = 'paid' as "isPaid", d.is_opening_balance as "isOpeningBalance"
  from documents d
  left join customers c on c.user_id = $1 and c.id = d.customer_id
  left join document_taxes t on t.user_id = $1 and t.document_id = d.id and t.group_no = 1 and t.component_no = 1
  where d.user_id = $1 and d.type = 'invoice' and d.id between $2 and $3
  order by d.id`

// Payments recorded by hand for an invoice that is deleted do not count.
const counts = "p.status = 'succeeded' and (p.provider <> 'manual' or d.deleted_at is null)"
const movementsQuery = `
  select p.document_id as "documentId", 'payment' as kind, p.id as "sourceId", p.payment_date as day, p.amount::text, p.provider, p.fee::text
  from payments p join documents d on d.user_id = $1 and d.id = p.document_id
  where p.user_id = $1 and p.document_id between $2 and $3 and ${counts}
  union all
  select p.document_id, 'refund', r.id, r.day, r.amount::text, p.provider, null
  from payments p join documents d on d.user_id = $1 and d.id = p.document_id join payment_returns r on r.user_id = $1 and r.payment_id = p.id
  where p.user_id = $1 and p.document_id between $2 and $3 and ${counts}`

type InvoiceRow = Omit<InvoiceFacts, 'total' | 'tax' | 'movements'> & { total: string; tax: string }
type MovementRow = Omit<Movement, 'amount' | 'fee'> & { documentId: number; amount: string; fee: string | null }

/** Reads invoices with their payments and refunds, as the ledger sees them: also drafts and deleted ones. */
export const readInvoiceFacts = async (db: UserDb, { first, last }: IdRange): Promise<InvoiceFacts[]> => {
  const values = [db.userId, first, last]
  const [invoices, movements] = await Promise.all([
    db.rows<InvoiceRow>(invoicesQuery, values, 'ledger.invoices'),
    db.rows<MovementRow>(movementsQuery, values, 'ledger.movements'),
  ])
  const byInvoice = new Map<number, Movement[]>(invoices.map(({ id }) => [id, []]))
  for (const { documentId, amount, fee, ...movement } of movements)
    byInvoice.get(documentId)!.push({ ...movement, amount: parseCents(amount), fee: fee === null ? zero : parseCents(fee) })
  return invoices.map(({ total, tax, ...invoice }) => ({
    ...invoice,
    total: parseCents(total),
    tax: parseCents(tax),
    movements: byInvoice.get(invoice.id)!,
  }))
}

const expensesQuery = `
  select id, expense_date as day, category, description, vendor, amount::text, customer_id as "customerId"
  from expenses where user_id = $1 and id between $2 and $3 order by id`

type ExpenseRow = Omit<ExpenseFacts, 'amount'> & { amount: string }

/** Reads expenses as the ledger sees them. */
export const readExpenseFacts = async (db: UserDb, { first, last }: IdRange): Promise<ExpenseFacts[]> =>
  (await db.rows<ExpenseRow>(expensesQuery, [db.userId, first, last], 'ledger.expenses')).map(({ amount, ...expense }) => ({
    ...expense,
    amount: parseCents(amount),
  }))
