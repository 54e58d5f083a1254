import { day, line, needsCreditNotes, type Preparations, reminders, rows, type WriteCall } from './preparations.ts'

/** The changes of invoices, and of what belongs to them, that API tokens may make, as far as they need more than a new invoice. */
export const listInvoiceCalls = (of: Preparations): WriteCall[] => {
  const { app, owner, records, next, customer, mailable, sent, idOf, creditNote, creditedInvoice } = of
  const { editOf, newDocument, withDeposit, openingBalance, savedCard, overdueInvoice, reminded } = of
  /** An invoice whose email is held for an hour. */
  const held = async (more: object) => {
    const { id } = await records.invoice({ status: 'sent', holdEmail: true, ...more })
    await app.sql("update document_emails set queued_at = now() + interval '1 hour' where document_id = $1", [id])
    await app.sql("update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where run_at > now() and key like 'email-%'")
    return { params: { id } }
  }
  const paid = async () => {
    const { id } = await sent()
    const { payment } = await records.payment(id)
    return { params: { id, paymentId: payment.id } }
  }
  const writtenOff = async () => {
    const { id } = await sent()
    const { writeOff } = await records.writeOff(id)
    return { params: { id, writeOffId: writeOff.id } }
  }
  /** An invoice of a customer with credit. */
  const target = async (source: 'invoice' | 'credit note') => {
    const { id: customerId } = await customer()
    await (source === 'invoice' ? creditedInvoice(customerId) : creditNote(customerId))
    return idOf(sent({ customerId }))
  }
  const applied = async (source: 'invoice' | 'credit note') => {
    const { params } = await target(source)
    const { body } = await app.send(owner, 'POST', `/api/invoices/${params!.id}/credit-applications`, {})
    return { params: { ...params, applicationId: body.creditApplications[0].id } }
  }
  /** Runs `work` while credit is applied to each invoice that is issued. */
  const withAutomaticCredit = async <T>(work: () => Promise<T>): Promise<T> => {
    await app.sql('update business_profiles set applies_credit = true where user_id = $1', [owner.userId])
    return work()
  }
  const withoutAutomaticCredit = () => app.sql('update business_profiles set applies_credit = false where user_id = $1', [owner.userId])
  const ofOpeningBalance = async (more: object) => {
    const { id } = await openingBalance()
    const { lineItems } = await app.call(owner, 'GET', `/api/invoices/${id}` as '/api/invoices/1')
    const { description, quantity, unitPrice } = lineItems[0]!
    return { params: { id }, body: await editOf(id, { lineItems: [{ description, quantity, unitPrice }], ...more }) }
  }
  return [
    { endpoint: 'POST /api/invoices', invoices: 1 },
    { endpoint: 'POST /api/invoices', case: 'a draft', invoices: 1, prepare: () => newDocument('invoiceNumber', {}) },
    { endpoint: 'POST /api/invoices', case: 'a retainer', invoices: 1, prepare: () => newDocument('invoiceNumber', { kind: 'retainer' }) },
    {
      ...{ endpoint: 'POST /api/invoices', case: 'that credit is applied to', invoices: 1, ...needsCreditNotes },
      prepare: async () => {
        const { id: customerId } = await customer()
        await creditNote(customerId)
        return withAutomaticCredit(() => newDocument('invoiceNumber', { customerId, status: 'sent' }))
      },
      afterwards: withoutAutomaticCredit,
    },
    { endpoint: 'PUT /api/invoices/:id' },
    {
      ...{ endpoint: 'PUT /api/invoices/:id', case: 'a draft that credit is applied to', ...needsCreditNotes },
      prepare: async () => {
        const { id: customerId } = await customer()
        await creditNote(customerId)
        const { id } = await records.invoice({ customerId })
        return withAutomaticCredit(async () => ({ params: { id }, body: await editOf(id, { status: 'sent' }) }))
      },
      afterwards: withoutAutomaticCredit,
    },
    {
      ...{ endpoint: 'PUT /api/invoices/:id', case: 'an opening balance that becomes an invoice', invoices: 1 },
      prepare: async () => ofOpeningBalance({ lineItems: [line, line] }),
    },
    {
      ...{ endpoint: 'PUT /api/invoices/:id', case: 'an opening balance with notes', invoices: 1 },
      prepare: async () => ofOpeningBalance({ notes: 'Design, 10 hours' }),
    },
    {
      ...{ endpoint: 'PUT /api/invoices/:id', case: 'an opening balance that is corrected' },
      prepare: async () => ofOpeningBalance({ dueDate: '2026-02-05', invoiceNumber: next('OLD') }),
    },
    {
      endpoint: 'POST /api/invoices/:id/undo-send',
      prepare: async () => held({ customerId: (await mailable()).id }),
    },
    {
      ...{ endpoint: 'POST /api/invoices/:id/undo-send', case: 'that credit was applied to', ...needsCreditNotes },
      prepare: async () => {
        const { id: customerId } = await mailable()
        await creditNote(customerId)
        return withAutomaticCredit(() => held({ customerId, lineItems: [{ ...line, quantity: '2.00' }] }))
      },
      afterwards: withoutAutomaticCredit,
    },
    { endpoint: 'DELETE /api/invoices/:id/payments/:paymentId', prepare: paid },
    { endpoint: 'POST /api/invoices/:id/write-offs/:writeOffId/reverse', prepare: writtenOff },
    {
      ...{ endpoint: 'POST /api/invoices/:id/credit-applications', case: 'credit of an invoice' },
      prepare: async () => ({ ...(await target('invoice')), body: {} }),
    },
    {
      ...{ endpoint: 'POST /api/invoices/:id/credit-applications', case: 'credit of a credit note', ...needsCreditNotes },
      prepare: async () => ({ ...(await target('credit note')), body: {} }),
    },
    {
      ...{ endpoint: 'POST /api/invoices/:id/credit-applications/:applicationId/reverse', case: 'credit of an invoice' },
      prepare: () => applied('invoice'),
    },
    {
      ...{ endpoint: 'POST /api/invoices/:id/credit-applications/:applicationId/reverse', case: 'of a credit note', ...needsCreditNotes },
      prepare: () => applied('credit note'),
    },
    {
      ...{ endpoint: 'POST /api/invoices/:id/deposits', invoices: 1 },
      prepare: async () => ({ ...(await idOf(records.invoice())), body: { percent: '30' } }),
    },
    { endpoint: 'PUT /api/invoices/:id/deductions/:depositId', prepare: async () => ({ params: await withDeposit() }) },
    {
      endpoint: 'DELETE /api/invoices/:id/deductions/:depositId',
      prepare: async () => {
        const { id, depositId } = await withDeposit()
        await app.send(owner, 'PUT', `/api/invoices/${id}/deductions/${depositId}`)
        return { params: { id, depositId } }
      },
    },
    {
      endpoint: 'POST /api/invoices/:id/automatic-payment/stop',
      prepare: async () => ({ params: { id: (await savedCard(true)).invoiceId } }),
    },
    { endpoint: 'POST /api/invoices/:id/late-fees', invoices: 1, prepare: overdueInvoice },
    { endpoint: 'POST /api/invoices/:id/late-fees/waive', prepare: overdueInvoice },
    { endpoint: 'POST /api/recurring-invoices/preview', writesNothing: true },
    { endpoint: 'POST /api/recurring-invoices/:id/run-now', invoices: 1 },
    { endpoint: 'POST /api/invoices/:id/reminders/send', prepare: reminded },
    {
      endpoint: 'POST /api/invoices/:id/reminders/skip',
      prepare: async () => ({ ...(await reminded()), body: { offsetDays: reminders.rules[0]!.offsetDays } }),
    },
    { endpoint: 'POST /api/invoices/:id/reminders/stop', prepare: reminded },
    {
      endpoint: 'POST /api/invoices/:id/reminders/resume',
      prepare: async () => {
        const { params } = await reminded()
        await app.send(owner, 'POST', `/api/invoices/${params!.id}/reminders/stop`, {})
        return { params: params! }
      },
    },
    {
      ...{ endpoint: 'POST /api/books/opening-balances', case: 'credit', ...needsCreditNotes, unwritten: 'invoices:write' },
      prepare: async () => ({ body: { customerId: (await customer()).id, amount: '-5.00', day } }),
    },
    {
      endpoint: 'POST /api/books/opening-balances/import',
      prepare: async () => ({ body: rows({ customer: (await customer()).name, amount: '5.00', dueDate: day }) }),
    },
    {
      ...{ endpoint: 'POST /api/books/opening-balances/import', case: 'with credit', ...needsCreditNotes },
      prepare: async () => {
        const { name } = await customer()
        return { body: rows({ customer: name, amount: '5.00', dueDate: day }, { customer: name, amount: '-6.00' }) }
      },
    },
  ]
}
