import { examples } from '#server/features/api-docs/openapi/examples.ts'

type Ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, status?: number) => Promise<{ body: unknown }>

/** Calls the operations of reminders. @param invoice the request for an invoice of the customer that is sent, and due long after the test */
export const askReminders = async (ask: Ask, invoice: object, customerId: number): Promise<void> => {
  await ask('GET', '/api/reminder-settings')
  await ask('PUT', '/api/reminder-settings', examples.ReminderSettingsInput)
  const { id } = (await ask('POST', '/api/invoices', invoice, 201)).body as { id: number }
  await ask('POST', `/api/invoices/${id}/reminders/skip`, examples.SkippedReminder)
  await ask('POST', `/api/invoices/${id}/reminders/send`, {})
  for (const of of [`invoices/${id}`, `customers/${customerId}`]) {
    await ask('GET', `/api/${of}/reminders`)
    for (const act of ['stop', 'resume']) await ask('POST', `/api/${of}/reminders/${act}`, {})
  }
}
