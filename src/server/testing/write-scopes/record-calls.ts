import { attachReceipt, smallPdf, uploadFile } from '#server/testing/upload.ts'
import { day, line, needsCreditNotes, needsInvoices, type Preparations, rate, rows, type WriteCall } from './preparations.ts'

/** The changes of customers, items, tax rates and expenses that API tokens may make. */
export const listRecordCalls = (of: Preparations): WriteCall[] => {
  const { app, owner, records, next, customer, mailable, sent, idOf, withBody, creditNote, creditedInvoice, savedCard } = of
  return [
    { endpoint: 'POST /api/customers', prepare: withBody({ name: 'New' }) },
    { endpoint: 'PUT /api/customers/:id', prepare: async () => ({ ...(await idOf(customer())), body: { name: 'Other' } }) },
    { endpoint: 'DELETE /api/customers/:id', prepare: () => idOf(customer()) },
    {
      ...{ endpoint: 'DELETE /api/customers/:id', case: 'of a deleted invoice' },
      prepare: async () => {
        const { id, customerId } = await records.invoice({ customerId: (await customer()).id })
        await records.remove('invoices', id)
        return { params: { id: customerId } }
      },
    },
    {
      endpoint: 'POST /api/customers/:id/restore',
      prepare: async () => {
        const { id } = await customer()
        await records.remove('customers', id)
        return { params: { id } }
      },
    },
    { endpoint: 'POST /api/customers/import', prepare: withBody(rows({ name: 'Imported' })) },
    {
      endpoint: 'POST /api/customers/:id/try-address',
      prepare: async () => {
        const { id, email } = await mailable()
        await app.sql("insert into bounced_addresses (user_id, address, kind, reason) values ($1, $2, 'bounce', 'Gone')", [
          owner.userId,
          email,
        ])
        return { params: { id }, body: { address: email } }
      },
    },
    {
      ...{ endpoint: 'POST /api/customers/:id/credit/apply', case: 'credit of an invoice' },
      prepare: async () => {
        const { id } = await customer()
        await creditedInvoice(id)
        await sent({ customerId: id })
        return { params: { id } }
      },
    },
    {
      ...{ endpoint: 'POST /api/customers/:id/credit/apply', case: 'credit of a credit note', ...needsCreditNotes },
      prepare: async () => {
        const { id } = await customer()
        await creditNote(id)
        await sent({ customerId: id })
        return { params: { id } }
      },
    },
    {
      endpoint: 'DELETE /api/customers/:id/cards/:cardId',
      prepare: async () => {
        const { customerId: id, cardId } = await savedCard(false)
        return { params: { id, cardId } }
      },
    },
    {
      ...{ endpoint: 'DELETE /api/customers/:id/cards/:cardId', case: 'that is to pay an invoice', ...needsInvoices },
      prepare: async () => {
        const { customerId: id, cardId } = await savedCard(true)
        return { params: { id, cardId } }
      },
    },

    { endpoint: 'POST /api/items', prepare: withBody({ name: 'New', unitPrice: '1.00' }) },
    {
      endpoint: 'PUT /api/items/:id',
      prepare: async () => ({ ...(await idOf(records.item())), body: { name: 'Other', unitPrice: '2.00' } }),
    },
    {
      ...{ endpoint: 'DELETE /api/items/:id', case: 'on an invoice' },
      prepare: async () => {
        const { id } = await records.item()
        await records.invoice({ lineItems: [{ ...line, itemId: id }] })
        return { params: { id } }
      },
    },
    {
      ...{ endpoint: 'POST /api/items/:id/restore', case: 'on an invoice' },
      prepare: async () => {
        const { id } = await records.item()
        await records.invoice({ lineItems: [{ ...line, itemId: id }] })
        await records.remove('items', id)
        return { params: { id } }
      },
    },
    { endpoint: 'POST /api/items/import', prepare: withBody(rows({ name: 'Imported', unitPrice: '1.00' })) },
    { endpoint: 'POST /api/tax-rates', prepare: async () => ({ body: rate(next('Rate')) }) },
    {
      endpoint: 'PUT /api/tax-rates/:id',
      prepare: async () => ({ ...(await idOf(app.call(owner, 'POST', '/api/tax-rates', rate(next('Rate'))))), body: rate(next('Rate')) }),
    },
    ...['DELETE /api/tax-rates/:id', 'POST /api/tax-rates/:id/archive'].map((endpoint) => ({
      endpoint,
      prepare: () => idOf(app.call(owner, 'POST', '/api/tax-rates', rate(next('Rate')))),
    })),
    {
      endpoint: 'POST /api/tax-rates/:id/restore',
      prepare: async () => {
        const { id } = await app.call(owner, 'POST', '/api/tax-rates', rate(next('Rate')))
        await app.send(owner, 'POST', `/api/tax-rates/${id}/archive`)
        return { params: { id } }
      },
    },

    {
      endpoint: 'POST /api/expenses',
      prepare: async () => ({
        body: {
          ...{ description: 'Train', category: 'Travel', amount: '1.00', expenseDate: day },
          receiptFileId: (await attachReceipt(app, owner, smallPdf, 'receipt.pdf')).body.id,
          customerId: (await customer()).id,
        },
      }),
    },
    {
      endpoint: 'PUT /api/expenses/:id',
      prepare: async () => ({
        ...(await idOf(records.expense())),
        body: { description: 'Bus', category: 'Travel', amount: '2.00', expenseDate: day },
      }),
    },
    { endpoint: 'DELETE /api/expenses/:id', prepare: () => idOf(records.expense()) },
    {
      endpoint: 'POST /api/expenses/:id/restore',
      prepare: async () => {
        const { id } = await records.expense()
        await records.remove('expenses', id)
        return { params: { id } }
      },
    },
    {
      endpoint: 'POST /api/expenses/import',
      prepare: async () => ({
        body: {
          ...rows({ description: next('Taxi'), amount: '1.00', category: 'Travel', expenseDate: day, customer: next('Unknown') }),
          unknownCustomers: 'empty',
        },
      }),
    },
    { endpoint: 'POST /api/objects/upload', prepare: async () => ({}) },
    {
      endpoint: 'POST /api/receipts',
      prepare: async () => ({ body: { uploadURL: await uploadFile(app, owner, smallPdf), fileName: 'receipt.pdf' } }),
    },
  ]
}
