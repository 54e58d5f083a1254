import { day, line, needsInvoices, type Preparations, type WriteCall } from './preparations.ts'

/** The changes of estimates and credit notes that API tokens may make, as far as they need more than a new document. */
export const listDocumentCalls = (of: Preparations): WriteCall[] => {
  const { app, owner, records, customer, sent, idOf, creditNote, noteOfInvoice, editOfEstimate, newDocument } = of
  const withDeposit = async () => {
    const { id } = await records.estimate({ status: 'sent' })
    await app.call(owner, 'PUT', `/api/estimates/${id}/deposit`, { percent: '30' })
    return { params: { id } }
  }
  const refund = { amount: '10.00', day, paymentMethod: 'Cash' }
  return [
    { endpoint: 'POST /api/estimates' },
    {
      ...{ endpoint: 'POST /api/estimates', case: 'that is accepted', invoices: 1, ...needsInvoices },
      prepare: () => newDocument('estimateNumber', { status: 'accepted' }),
    },
    { endpoint: 'PUT /api/estimates/:id' },
    {
      ...{ endpoint: 'PUT /api/estimates/:id', case: 'that becomes accepted', invoices: 1, ...needsInvoices },
      prepare: () => editOfEstimate({ status: 'accepted' }),
    },
    { endpoint: 'POST /api/estimates/:id/convert', invoices: 1 },
    { endpoint: 'POST /api/estimates/:id/convert', case: 'with a deposit', invoices: 2, prepare: withDeposit },
    { endpoint: 'POST /api/estimates/:id/progress', invoices: 1 },
    {
      ...{ endpoint: 'POST /api/credit-notes', case: 'of a customer' },
      prepare: async () => ({ body: { customerId: (await customer()).id, issueDate: day, lineItems: [line] } }),
    },
    {
      ...{ endpoint: 'POST /api/credit-notes', case: 'of an invoice', ...needsInvoices },
      prepare: async () => ({ body: { invoiceId: (await sent()).id } }),
    },
    {
      ...{ endpoint: 'POST /api/credit-notes', case: 'of an invoice that is made anew', invoices: 1, ...needsInvoices },
      prepare: async () => ({ body: { invoiceId: (await sent()).id, reinvoice: true } }),
    },
    { endpoint: 'POST /api/credit-notes/:id/void' },
    {
      ...{ endpoint: 'POST /api/credit-notes/:id/void', case: 'of an invoice', ...needsInvoices },
      prepare: () => idOf(noteOfInvoice()),
    },
    {
      endpoint: 'POST /api/credit-notes/:id/refunds/:refundId/reverse',
      prepare: async () => {
        const { id } = await creditNote()
        const made = await app.send(owner, 'POST', `/api/credit-notes/${id}/refunds`, refund)
        return { params: { id, refundId: made.body.refund.id } }
      },
    },
  ]
}
