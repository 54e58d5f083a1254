import type { customersApi } from '#shared/contract/customers.ts'
import type { estimatesApi } from '#shared/contract/estimates.ts'
import type { expensesApi } from '#shared/contract/expenses.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { itemsApi } from '#shared/contract/items.ts'
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
        ...{ invoiceNumber: `I-${++count}`, issueDate: '2026-01-05', dueDate: '2099-12-31', lineItems: oneLine },
        ...fields,
        customerId: await customerIdOf(fields),
      }),
    estimate: async (fields: Fields<typeof estimatesApi.create> = {}) =>
      app.call(owner, 'POST', '/api/estimates', {
        ...{ estimateNumber: `E-${++count}`, issueDate: '2026-01-05', expiryDate: '2099-12-31', lineItems: oneLine },
        ...fields,
        customerId: await customerIdOf(fields),
      }),
    /** Records a payment by hand. */
    payment: (invoiceId: number, fields: Fields<typeof invoicesApi.recordPayment> = {}) =>
      app.call(owner, 'POST', `/api/invoices/${invoiceId}/payments`, {
        ...{ amount: '100.00', paymentDate: '2026-01-10', paymentMethod: 'Cash' },
        ...fields,
      }),
    /** Deletes a record. */
    remove: (kind: 'customers' | 'items' | 'expenses' | 'invoices' | 'estimates', id: number) =>
      app.call(owner, 'DELETE', `/api/${kind}/${id}`),
    /** The unguessable id in the public link of an invoice or an estimate. */
    publicId: async (kind: 'invoice' | 'estimate', id: number): Promise<string> => {
      const [link] = await app.sql<{ id: string }>(`select public_id as id from public_${kind}s where user_id = $1 and ${kind}_id = $2`, [
        owner.userId,
        id,
      ])
      return link!.id
    },
  }
}
