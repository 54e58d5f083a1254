import type { ExpenseFacts, InvoiceFacts, Movement } from '#server/domain/ledger/journal/derive-entries.ts'
import { postAll } from '#server/domain/ledger/journal/post.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { cents, toDecimal, zero } from '#shared/money.ts'
import type { RandomLedger } from './random-ledger.ts'

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
/** Inserts rows in the given order, so that their ids ascend. */
const insert = async (db: UserDb, into: string, shape: string, rows: readonly object[]) =>
  ids(
    await db.rows<{ id: number }>(`insert into ${into} select $1, r.* from jsonb_to_recordset($2) as r(${shape}) returning id`, [
      db.userId,
      JSON.stringify(rows),
    ]),
  )

/** Invoices and expenses as the ledger sees them: of deleted invoices only the movements of a provider. */
export type LedgerDocuments = { invoices: InvoiceFacts[]; expenses: ExpenseFacts[] }

/**
 * Inserts a ledger as the user's own rows, and posts it. Run it in `Database.asUser`.
 * @returns the same documents as the ledger sees them
 */
export const insertLedger = async (db: UserDb, { customers, invoices, expenses }: RandomLedger): Promise<LedgerDocuments> => {
  const customerIds = await insert(
    db,
    'customers (user_id, name)',
    'name text',
    customers.map((name) => ({ name })),
  )
  const invoiceIds = await insert(
    db,
    'documents (user_id, type, customer_id, number, status, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total, deleted_at)',
    `type text, customer bigint, number text, status text, issue date, due date, subtotal numeric, net numeric, tax numeric, total numeric, home numeric,
     deleted timestamptz`,
    invoices.map((invoice) => ({
      type: 'invoice',
      customer: customerIds[invoice.customer],
      number: invoice.number,
      status: invoice.status,
      issue: invoice.issueDate,
      due: invoice.dueDate,
      subtotal: toDecimal(invoice.subtotal),
      net: toDecimal(invoice.subtotal),
      tax: toDecimal(invoice.tax),
      total: toDecimal(invoice.subtotal + invoice.tax),
      home: toDecimal(invoice.subtotal + invoice.tax),
      deleted: invoice.isDeleted ? `${invoice.issueDate}T12:00:00Z` : null,
    })),
  )
  await db.rows(
    `insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
     select user_id, id, 1, 'Work', 1.00, subtotal, subtotal, subtotal, subtotal from documents where user_id = $1 and id = any($2)`,
    [db.userId, invoiceIds],
  )
  await db.rows(
    `insert into document_taxes (user_id, document_id, percent, base, amount, is_typed)
     select $1, r.* from jsonb_to_recordset($2) as r(document bigint, percent numeric, base numeric, amount numeric, typed boolean)`,
    [
      db.userId,
      JSON.stringify(
        invoices.flatMap(({ rate, tax, subtotal, taxIsCustom }, i) =>
          rate === 0 && tax === 0
            ? []
            : { document: invoiceIds[i], percent: toDecimal(rate), base: toDecimal(subtotal), amount: toDecimal(tax), typed: taxIsCustom },
        ),
      ),
    ],
  )
  await db.rows(
    `insert into public_links (public_id, user_id, document_id, type) select replace(gen_random_uuid()::text, '-', ''), $1, unnest($2::bigint[]), 'invoice'`,
    [db.userId, invoiceIds],
  )
  const payments = invoices.flatMap(({ payments }, at) => payments.map((payment) => ({ ...payment, at })))
  const paymentIds = await insert(
    db,
    'payments (user_id, document_id, amount, payment_date, payment_method, provider, status, fee, refunded)',
    'invoice bigint, amount numeric, day date, method text, provider text, status text, fee numeric, refunded numeric',
    payments.map(({ at, amount, day, provider, status, fee, returns }) => ({
      invoice: invoiceIds[at],
      amount: toDecimal(amount),
      day,
      method: provider === 'manual' ? 'Cash' : provider === 'stripe' ? 'card' : 'paypal',
      provider,
      status,
      fee: provider === 'manual' ? null : toDecimal(fee),
      refunded: toDecimal(returns.reduce((sum, back) => sum + back.amount, 0)),
    })),
  )
  const refunds = payments.flatMap(({ returns }, at) => returns.map((back) => ({ ...back, at })))
  const returnIds = await insert(
    db,
    'payment_returns (user_id, payment_id, day, amount)',
    'payment bigint, day date, amount numeric',
    refunds.map(({ at, day, amount }) => ({ payment: paymentIds[at], day, amount: toDecimal(amount) })),
  )
  const expenseIds = await insert(
    db,
    'expenses (user_id, category, vendor, description, amount, expense_date)',
    'category text, vendor text, description text, amount numeric, day date',
    expenses.map((expense) => ({ ...expense, amount: toDecimal(expense.amount) })),
  )

  const movements = invoices.map((): Movement[] => [])
  payments.forEach(({ at, amount, day, provider, status, fee }, i) => {
    if (status === 'succeeded' && !(provider === 'manual' && invoices[at]!.isDeleted))
      movements[at]!.push({
        kind: 'payment',
        sourceId: paymentIds[i]!,
        day,
        amount: cents(amount),
        provider,
        fee: provider === 'manual' ? zero : cents(fee),
      })
  })
  refunds.forEach(({ at, day, amount }, i) => {
    const { at: invoice, provider } = payments[at]!
    if (!(provider === 'manual' && invoices[invoice]!.isDeleted))
      movements[invoice]!.push({ kind: 'refund', sourceId: returnIds[i]!, day, amount: cents(amount), provider, fee: zero })
  })
  await postAll(db)
  return {
    invoices: invoices.map(({ customer, number, status, isDeleted, issueDate, subtotal, tax, rate }, i) => ({
      id: invoiceIds[i]!,
      number,
      customerId: customerIds[customer]!,
      customerName: customers[customer]!,
      issueDate,
      total: cents(subtotal + tax),
      tax: cents(tax),
      taxPercent: rate === 0 ? null : `${toDecimal(rate)}00`,
      isIssued: !isDeleted && status !== 'draft',
      isPaid: status === 'paid',
      isOpeningBalance: false,
      movements: movements[i]!,
    })),
    expenses: expenses.map(({ amount, ...expense }, i) => ({ ...expense, id: expenseIds[i]!, amount: cents(amount), customerId: null })),
  }
}
