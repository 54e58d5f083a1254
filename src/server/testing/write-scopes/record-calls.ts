import { line, needsCreditNotes, needsInvoices, type Preparations, type WriteCall } from './preparations.ts'

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
