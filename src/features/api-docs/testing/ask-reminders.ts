import { examples } from './areas.ts'

type Ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, status?: number) => Promise<{ body: unknown }>

/** Calls the operations of late fees. @param invoice the request for an invoice that is sent */
const askLateFees = async (ask: Ask, invoice: object): Promise<void> => {
  const late = { ...invoice, issueDate: '2026-01-01', dueDate: '2026-01-02' }
  const rule = { ...(examples.LateFeeRuleInput as object), repeats: 'once' }
  const { id } = (await ask('POST', '/api/invoices', late, 201)).body as { id: number }
  await ask('PUT', '/api/late-fee-rule', rule)
  await ask('GET', '/api/late-fee-rule')
  const { proposal } = (await ask('GET', `/api/invoices/${id}/late-fees`)).body as { proposal: { ruleId: number; occurrence: number } }
  const key = { ruleId: proposal.ruleId, occurrence: proposal.occurrence }
  await ask('POST', `/api/invoices/${id}/late-fees`, key)
  await ask('POST', `/api/invoices/${id}/late-fees/waive`, key)
  await ask('DELETE', '/api/late-fee-rule', undefined, 204)
}

const work = { description: 'Work', quantity: '1', unitPrice: '100.00' }

/** Calls the operations of deposits and of an estimate that is invoiced in parts. */
const askDeposits = async (ask: Ask, invoice: object, customerId: number): Promise<void> => {
  const made = async (url: string, body: object) => ((await ask('POST', url, body, 201)).body as { id: number }).id
  const draft = await made('/api/invoices', { ...invoice, status: 'draft' })
  const deposit = await made(`/api/invoices/${draft}/deposits`, { percent: '30' })
  const own = (await ask('GET', `/api/invoices/${deposit}`)).body as Record<'invoiceNumber' | 'issueDate' | 'dueDate', string> & {
    lineItems: object[]
  }
  const { invoiceNumber, issueDate, dueDate, lineItems } = own
  await ask('PUT', `/api/invoices/${deposit}`, { customerId, invoiceNumber, issueDate, dueDate, lineItems, status: 'sent' })
  await ask('PUT', `/api/invoices/${draft}/deductions/${deposit}`, {})
  await ask('DELETE', `/api/invoices/${draft}/deductions/${deposit}`, undefined, 204)
  const estimate = await made('/api/estimates', { ...(examples.EstimateInput as object), customerId, drawNumber: true, lineItems: [work] })
  await ask('PUT', `/api/estimates/${estimate}/deposit`, { percent: '30' })
  await ask('DELETE', `/api/estimates/${estimate}/deposit`, undefined, 204)
  await made(`/api/estimates/${estimate}/progress`, { percent: '30' })
  await ask('GET', `/api/estimates/${estimate}/progress`)
}

/** Calls the operations of a payment for several invoices. */
const askTransfer = async (ask: Ask, invoice: object, customerId: number): Promise<void> => {
  const make = async () => ((await ask('POST', '/api/invoices', invoice, 201)).body as { id: number }).id
  const invoices = [await make(), await make()].map((invoiceId) => ({ invoiceId, amount: '5.00' }))
  const transfer = { amount: '10.00', paymentDate: '2026-01-20', paymentMethod: 'Cash', invoices }
  const { transferId } = (await ask('POST', `/api/customers/${customerId}/payments`, transfer, 201)).body as { transferId: number }
  await ask('DELETE', `/api/customers/${customerId}/payments/${transferId}`, undefined, 204)
}

/** Calls the operations of reminders, late fees, deposits and payments for several invoices. @param invoice the request for an invoice of the customer that is sent, and due long after the test */
export const askReminders = async (ask: Ask, invoice: object, customerId: number): Promise<void> => {
  await ask('GET', '/api/reminder-settings')
  await ask('PUT', '/api/reminder-settings', examples.ReminderSettingsInput)
  const { id } = (await ask('POST', '/api/invoices', invoice, 201)).body as { id: number }
  await ask('POST', `/api/invoices/${id}/reminders/skip`, examples.SkippedReminder)
  await ask('POST', `/api/invoices/${id}/reminders/send`, examples.ReminderWordsInput)
  for (const record of [`invoices/${id}`, `customers/${customerId}`]) {
    await ask('GET', `/api/${record}/reminders`)
    for (const act of ['stop', 'resume']) await ask('POST', `/api/${record}/reminders/${act}`, {})
  }
  await askLateFees(ask, invoice)
  await askTransfer(ask, invoice, customerId)
  await askDeposits(ask, invoice, customerId)
}
