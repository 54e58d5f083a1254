import { addDays, today } from '#shared/dates.ts'
import {
  day,
  lateFee,
  line,
  needsCreditNotes,
  numbering,
  type Preparations,
  reminders,
  rows,
  sendTime,
  type WriteCall,
} from './preparations.ts'

/** The changes of invoices, and of what belongs to them, that API tokens may make. */
export const listInvoiceCalls = (of: Preparations): WriteCall[] => {
  const { app, owner, records, next, customer, mailable, sent, ofCustomer, idOf, withBody, creditNote, creditedInvoice } = of
  const {
    editOf,
    newDocument,
    withDeposit,
    insertEmail,
    openingBalance,
    savedCard,
    overdueInvoice,
    recurring,
    newRecurring,
    act,
    reminded,
  } = of
  const deleted = async () => {
    const { id } = await records.invoice()
    await records.remove('invoices', id)
    return { params: { id } }
  }
  const toMail = async (status: 'draft' | 'sent' = 'draft') => records.invoice({ customerId: (await mailable()).id, status })
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
  const inTwo = { instalments: [{ dueDate: '2030-01-31' }, { dueDate: '2030-02-28' }] }
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
  const toCustomer = (action: string) => async () => {
    const { id } = await mailable()
    if (action === 'resume') await app.send(owner, 'POST', `/api/customers/${id}/reminders/stop`, {})
    return { params: { id }, body: {} }
  }

  return [
    { endpoint: 'POST /api/invoices', invoices: 1, prepare: () => newDocument('invoiceNumber', {}) },
    { endpoint: 'POST /api/invoices', case: 'that is sent', invoices: 1, prepare: () => newDocument('invoiceNumber', { status: 'sent' }) },
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
    {
      endpoint: 'PUT /api/invoices/:id',
      prepare: async () => {
        const { id } = await sent()
        return { params: { id }, body: await editOf(id, { notes: 'Thanks' }) }
      },
    },
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
    { endpoint: 'DELETE /api/invoices/:id', prepare: () => idOf(sent()) },
    { endpoint: 'POST /api/invoices/:id/restore', prepare: deleted },
    { endpoint: 'POST /api/invoices/:id/send-email', prepare: () => idOf(toMail()) },
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
    {
      endpoint: 'POST /api/invoices/:id/emails/:emailId/retry',
      prepare: async () => ({ params: await insertEmail((await toMail('sent')).id) }),
    },
    {
      endpoint: 'POST /api/invoices/:id/payments',
      prepare: async () => ({ ...(await idOf(sent())), body: { amount: '10.00', paymentDate: '2026-01-10', paymentMethod: 'Cash' } }),
    },
    { endpoint: 'DELETE /api/invoices/:id/payments/:paymentId', prepare: paid },
    {
      endpoint: 'POST /api/invoices/:id/write-offs',
      prepare: async () => ({ ...(await idOf(sent())), body: { amount: '10.00', day: '2026-01-10' } }),
    },
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
    { endpoint: 'PUT /api/invoices/:id/instalments', prepare: async () => ({ ...(await idOf(sent())), body: inTwo }) },
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
    { endpoint: 'PUT /api/invoices/:id/scheduled-send', prepare: async () => ({ ...(await idOf(toMail())), body: sendTime() }) },
    {
      endpoint: 'DELETE /api/invoices/:id/scheduled-send',
      prepare: async () => {
        const { id } = await toMail()
        await app.call(owner, 'PUT', `/api/invoices/${id}/scheduled-send`, sendTime())
        return { params: { id } }
      },
    },
    { endpoint: 'POST /api/invoices/:ref/mark-paid', prepare: async () => ({ params: { ref: (await sent()).id }, body: {} }) },
    { endpoint: 'POST /api/invoices/:ref/create-payment', prepare: async () => ({ params: { ref: (await sent()).id }, body: {} }) },
    {
      endpoint: 'POST /api/invoices/:id/automatic-payment/stop',
      prepare: async () => ({ params: { id: (await savedCard(true)).invoiceId } }),
    },
    { endpoint: 'PUT /api/invoice-numbering', prepare: withBody(numbering) },
    { endpoint: 'PUT /api/late-fee-rule', prepare: withBody({ ...lateFee, graceDays: 9 }) },
    {
      endpoint: 'DELETE /api/late-fee-rule',
      prepare: async () => {
        await app.call(owner, 'PUT', '/api/late-fee-rule', lateFee)
        return {}
      },
    },
    { endpoint: 'POST /api/invoices/:id/late-fees', invoices: 1, prepare: overdueInvoice },
    { endpoint: 'POST /api/invoices/:id/late-fees/waive', prepare: overdueInvoice },
    { endpoint: 'POST /api/recurring-invoices', prepare: async () => ({ body: await recurring() }) },
    {
      ...{ endpoint: 'POST /api/recurring-invoices/preview', writesNothing: true },
      prepare: async () => ({ body: { startDay: '2030-01-31', frequency: 'monthly', timeZone: 'UTC' } }),
    },
    {
      endpoint: 'PUT /api/recurring-invoices/:id',
      prepare: async () => ({ ...(await idOf(newRecurring())), body: { ...(await recurring()), dueDays: 7 } }),
    },
    ...['DELETE /api/recurring-invoices/:id', 'POST /api/recurring-invoices/:id/pause', 'POST /api/recurring-invoices/:id/skip'].map(
      (endpoint) => ({ endpoint, prepare: () => idOf(newRecurring()) }),
    ),
    {
      endpoint: 'POST /api/recurring-invoices/:id/resume',
      prepare: async () => {
        const { id } = await newRecurring()
        await act('pause', id)
        return { params: { id } }
      },
    },
    { endpoint: 'POST /api/recurring-invoices/:id/run-now', invoices: 1, prepare: () => idOf(newRecurring()) },
    { endpoint: 'PUT /api/reminder-settings', prepare: withBody({ ...reminders, fromHour: 1 }) },
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
    ...['stop', 'resume'].map((action) => ({ endpoint: `POST /api/customers/:id/reminders/${action}`, prepare: toCustomer(action) })),
    {
      endpoint: 'PUT /api/exchange-rates/:currency/:day',
      prepare: async () => ({ params: { currency: 'EUR', day: addDays(today(new Date(), 'UTC'), -9) }, body: { rate: '1.2345' } }),
    },
    {
      endpoint: 'DELETE /api/exchange-rates/:currency/:day',
      prepare: async () => {
        await app.send(owner, 'PUT', '/api/exchange-rates/CHF/2026-01-02', { rate: '1.2345' })
        return { params: { currency: 'CHF', day: '2026-01-02' } }
      },
    },
    { endpoint: 'POST /api/exchange-rates/import', prepare: withBody({ csv: 'currency,day,rate\nGBP,2026-01-03,1.2345' }) },
    {
      endpoint: 'POST /api/books/opening-balances',
      prepare: async () => ({ body: await ofCustomer({ amount: '50.00', day, dueDate: day, reference: next('OLD') }) }),
    },
    {
      endpoint: 'POST /api/books/opening-balances/import',
      prepare: async () => ({ body: rows({ customer: (await customer()).name, amount: '5.00', dueDate: day }) }),
    },
  ]
}
