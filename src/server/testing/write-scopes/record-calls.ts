import { line, needsCreditNotes, needsInvoices, type Preparations, type WriteCall } from './preparations.ts'

const transfer = { amount: '150.00', paymentDate: '2026-01-20', paymentMethod: 'Cash' }

/** The changes of customers and items that API tokens may make, as far as they need more than a fresh record. */
export const listRecordCalls = (of: Preparations): WriteCall[] => {
  const { app, owner, records, customer, mailable, sent, creditNote, creditedInvoice, savedCard } = of
  const withInvoice = async () => {
    const { id } = await records.item()
    await records.invoice({ lineItems: [{ ...line, itemId: id }] })
    return { params: { id } }
  }
  return [
    { endpoint: 'DELETE /api/customers/:id' },
    {
      ...{ endpoint: 'DELETE /api/customers/:id', case: 'of a deleted invoice' },
      prepare: async () => {
        const { id, customerId } = await records.invoice({ customerId: (await customer()).id })
        await records.remove('invoices', id)
        return { params: { id: customerId } }
      },
    },
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
      ...{ endpoint: 'POST /api/customers/:id/payments', case: 'of invoices' },
      prepare: async () => {
        const { id } = await customer()
        await sent({ customerId: id })
        return { params: { id }, body: transfer }
      },
    },
    {
      ...{ endpoint: 'POST /api/customers/:id/payments', case: 'in advance', invoices: 1 },
      prepare: async () => ({ params: { id: (await customer()).id }, body: transfer }),
    },
    {
      endpoint: 'DELETE /api/customers/:id/payments/:transferId',
      prepare: async () => {
        const { id } = await customer()
        for (let n = 0; n < 2; n++) await sent({ customerId: id })
        const { transferId } = await app.call(owner, 'POST', `/api/customers/${id}/payments`, transfer)
        return { params: { id, transferId: transferId! } }
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
    { endpoint: 'DELETE /api/items/:id', case: 'on an invoice', prepare: withInvoice },
    {
      ...{ endpoint: 'POST /api/items/:id/restore', case: 'on an invoice' },
      prepare: async () => {
        const { params } = await withInvoice()
        await records.remove('items', params.id)
        return { params }
      },
    },
  ]
}
