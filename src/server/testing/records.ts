import type { customersApi } from '#modules/customers/contract.ts'
import type { expensesApi } from '#modules/expenses/contract.ts'
import type { itemsApi } from '#modules/items/contract.ts'
import { computeContentBytes } from '#server/domain/documents/content-size.ts'
import type { estimatesApi } from '#shared/contract/estimates.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { AnyEndpoint, WireBodyOf } from '#shared/endpoint.ts'
import type { Person, TestApp } from './app.ts'

/** The fields of a record that differ from its defaults. */
type Fields<E extends AnyEndpoint> = Partial<WireBodyOf<E>>

const oneLine = [{ description: 'Work', quantity: '1', unitPrice: '100.00' }]

/**
 * Creates records of a user through the API. Each function takes the fields that matter to the test, and returns the record.
 * Invoices and estimates are drafts of a customer of their own with one line of 1 × 100.00, and are neither due nor expired for decades.
 */
export const createRecords = (app: TestApp, owner: Person) => {
  let count = 0
  const customer = (fields: Fields<typeof customersApi.create> = {}) =>
    app.call(owner, 'POST', '/api/customers', { name: 'Acme', ...fields })
  const customerIdOf = async ({ customerId }: { customerId?: unknown }) => customerId ?? (await customer()).id
  return {
    customer,
    item: (fields: Fields<typeof itemsApi.create> = {}) =>
      app.call(owner, 'POST', '/api/items', { name: 'Hour', unitPrice: '80.00', ...fields }),
    expense: (fields: Fields<typeof expensesApi.create> = {}) =>
      app.call(owner, 'POST', '/api/expenses', {
        ...{ description: 'Train', category: 'Travel', amount: '12.30', expenseDate: '2026-01-05' },
        ...fields,
      }),
    invoice: async (fields: Fields<typeof invoicesApi.create> = {}) =>
      app.call(owner, 'POST', '/api/invoices', {
        ...{ invoiceNumber: `I-${++count}`, issueDate: '2026-01-05', dueDate: '2030-12-31', lineItems: oneLine },
        ...fields,
        customerId: await customerIdOf(fields),
      }),
    estimate: async (fields: Fields<typeof estimatesApi.create> = {}) =>
      app.call(owner, 'POST', '/api/estimates', {
        ...{ estimateNumber: `E-${++count}`, issueDate: '2026-01-05', expiryDate: '2030-12-31', lineItems: oneLine },
        ...fields,
        customerId: await customerIdOf(fields),
      }),
    /** Records a payment by hand. */
    payment: (invoiceId: number, fields: Fields<typeof invoicesApi.recordPayment> = {}) =>
      app.call(owner, 'POST', `/api/invoices/${invoiceId}/payments`, {
        ...{ amount: '100.00', paymentDate: '2026-01-10', paymentMethod: 'Cash' },
        ...fields,
      }),
    /** Divides an invoice into instalments. */
    schedule: (invoiceId: number, instalments: Fields<typeof invoicesApi.saveSchedule>['instalments'] & object) =>
      app.call(owner, 'PUT', `/api/invoices/${invoiceId}/instalments`, { instalments }),
    /** Writes off the balance due, or a part of it. */
    writeOff: (invoiceId: number, fields: Fields<typeof invoicesApi.writeOff> = {}) =>
      app.call(owner, 'POST', `/api/invoices/${invoiceId}/write-offs`, { day: '2026-01-12', ...fields }),
    /** Deletes a record. */
    remove: (kind: 'customers' | 'items' | 'expenses' | 'invoices' | 'estimates', id: number) =>
      app.call(owner, 'DELETE', `/api/${kind}/${id}`),
  }
}

/** The unguessable id in the public link of an invoice or an estimate. */
export const getPublicId = async (app: Pick<TestApp, 'sql'>, documentId: number): Promise<string> => {
  const [link] = await app.sql<{ publicId: string }>('select public_id as "publicId" from public_links where document_id = $1', [
    documentId,
  ])
  return link!.publicId
}

type InsertedDocuments = {
  type: 'invoice' | 'estimate'
  customerId: number
  /** How many; default 1. */
  count?: number
  /** The beginning of the numbers, which end with 1, 2, 3, ... */
  number: string
  status?: 'draft' | 'sent' | 'paid' | 'overdue' | 'accepted' | 'rejected' | 'expired'
  issueDate?: string
  /** The issue dates are spread over this many days; default 1. */
  days?: number
  /** Due date of invoices, expiry date of estimates. */
  endDate?: string
  /** The number of lines of each document, all with this description and price; default 1. */
  lines?: number
  description?: string
  unitPrice?: string
  /** Tax rate in percent; default none. */
  percent?: string
}

/**
 * Inserts documents with SQL, for tests that need more or larger ones than the API takes in reasonable time. No event, public link or search entry is written.
 * @param sql runs SQL as the owner of the tables, such as the `sql` of a test app
 * @returns their ids in the order of their numbers
 */
export const insertDocuments = async (
  sql: <Row>(text: string, values?: unknown[]) => Promise<Row[]>,
  userId: number,
  documents: InsertedDocuments,
): Promise<number[]> => {
  const { type, customerId, number, count = 1, status = 'draft', issueDate = '2020-01-01', days = 1, endDate = '2026-01-31' } = documents
  const { lines = 1, description = 'Work', unitPrice = '1.00', percent = '0' } = documents
  const contentBytes = lines * computeContentBytes({ lineItems: [{ description }] }, [])
  const rows = await sql<{ id: string }>(
    `insert into documents (user_id, type, number, customer_id, status, issue_date, due_date, expiry_date, subtotal, net_amount, tax_amount, total, home_total,
                            content_bytes)
     select $1, $2, $3 || n, $4, $5, $6::date + n % $7::int, case $2 when 'invoice' then $8::date end, case $2 when 'estimate' then $8::date end,
       net, net, tax, net + tax, net + tax, ${contentBytes}
     from round($9::numeric * $10::int, 2) net, round(net * $11::numeric / 100, 2) tax, generate_series(1, $12::int) n order by n returning id`,
    [userId, type, number, customerId, status, issueDate, days, endDate, unitPrice, lines, percent, count],
  )
  const ids = rows.map(({ id }) => Number(id))
  await sql(
    `insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net)
     select $1, id, position, $3, 1.00, price, price, price, price
     from round($4::numeric, 2) price, unnest($2::bigint[]) id, generate_series(1, $5::int) position`,
    [userId, ids, description, unitPrice, lines],
  )
  if (Number(percent) > 0)
    await sql(
      `insert into document_taxes (user_id, document_id, percent, base, amount)
       select user_id, id, $3, net_amount, tax_amount from documents where user_id = $1 and id = any($2::bigint[])`,
      [userId, ids, percent],
    )
  return ids
}
