import { day, line, needsInvoices, numbering, type Preparations, sendTime, type WriteCall } from './preparations.ts'

/** The changes of estimates and credit notes that API tokens may make. */
export const listDocumentCalls = (of: Preparations): WriteCall[] => {
  const { app, owner, records, mailable, customer, sent, idOf, withBody, creditNote, noteOfInvoice } = of
  const { editOfEstimate, newDocument, insertEmail } = of
  const estimate = () => records.estimate({ status: 'sent' })
  const withDeposit = async () => {
    const { id } = await estimate()
    await app.call(owner, 'PUT', `/api/estimates/${id}/deposit`, { percent: '30' })
    return { params: { id } }
  }
  const refund = { amount: '10.00', day, paymentMethod: 'Cash' }
  return [
    { endpoint: 'POST /api/estimates', prepare: () => newDocument('estimateNumber', { status: 'sent' }) },
    {
      ...{ endpoint: 'POST /api/estimates', case: 'that is accepted', invoices: 1, ...needsInvoices },
      prepare: () => newDocument('estimateNumber', { status: 'accepted' }),
    },
    { endpoint: 'PUT /api/estimates/:id', prepare: () => editOfEstimate({ status: 'sent', notes: 'Thanks' }) },
    {
      ...{ endpoint: 'PUT /api/estimates/:id', case: 'that becomes accepted', invoices: 1, ...needsInvoices },
      prepare: () => editOfEstimate({ status: 'accepted' }),
    },
    { endpoint: 'DELETE /api/estimates/:id', prepare: () => idOf(estimate()) },
    {
      endpoint: 'POST /api/estimates/:id/restore',
      prepare: async () => {
        const { id } = await estimate()
        await records.remove('estimates', id)
        return { params: { id } }
      },
    },
    { endpoint: 'POST /api/estimates/:id/convert', invoices: 1, prepare: () => idOf(estimate()) },
    { endpoint: 'POST /api/estimates/:id/convert', case: 'with a deposit', invoices: 2, prepare: withDeposit },
    {
      ...{ endpoint: 'POST /api/estimates/:id/progress', invoices: 1 },
      prepare: async () => ({ ...(await idOf(estimate())), body: { percent: '10' } }),
    },
    { endpoint: 'PUT /api/estimates/:id/deposit', prepare: async () => ({ ...(await idOf(estimate())), body: { percent: '30' } }) },
    { endpoint: 'DELETE /api/estimates/:id/deposit', prepare: withDeposit },
    {
      endpoint: 'POST /api/estimates/:id/send-email',
      prepare: async () => idOf(records.estimate({ customerId: (await mailable()).id })),
    },
    {
      endpoint: 'POST /api/estimates/:id/emails/:emailId/retry',
      prepare: async () => ({
        params: await insertEmail((await records.estimate({ customerId: (await mailable()).id, status: 'sent' })).id),
      }),
    },
    {
      endpoint: 'PUT /api/estimates/:id/scheduled-send',
      prepare: async () => ({ ...(await idOf(records.estimate({ customerId: (await mailable()).id }))), body: sendTime() }),
    },
    {
      endpoint: 'DELETE /api/estimates/:id/scheduled-send',
      prepare: async () => {
        const { id } = await records.estimate({ customerId: (await mailable()).id })
        await app.call(owner, 'PUT', `/api/estimates/${id}/scheduled-send`, sendTime())
        return { params: { id } }
      },
    },
    { endpoint: 'PUT /api/estimate-numbering', prepare: withBody(numbering) },

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
    { endpoint: 'POST /api/credit-notes/:id/void', case: 'of a customer', prepare: () => idOf(creditNote()) },
    {
      ...{ endpoint: 'POST /api/credit-notes/:id/void', case: 'of an invoice', ...needsInvoices },
      prepare: () => idOf(noteOfInvoice()),
    },
    { endpoint: 'POST /api/credit-notes/:id/refunds', prepare: async () => ({ ...(await idOf(creditNote())), body: refund }) },
    {
      endpoint: 'POST /api/credit-notes/:id/refunds/:refundId/reverse',
      prepare: async () => {
        const { id } = await creditNote()
        const made = await app.send(owner, 'POST', `/api/credit-notes/${id}/refunds`, refund)
        return { params: { id, refundId: made.body.refund.id } }
      },
    },
    {
      endpoint: 'POST /api/credit-notes/:id/send-email',
      prepare: async () => idOf(creditNote((await mailable()).id)),
    },
    {
      endpoint: 'POST /api/credit-notes/:id/emails/:emailId/retry',
      prepare: async () => ({ params: await insertEmail((await creditNote((await mailable()).id)).id) }),
    },
    { endpoint: 'PUT /api/credit-note-numbering', prepare: withBody(numbering) },
  ]
}
