import { expect } from 'vitest'
import type { Method } from '#server/testing/contract.ts'
import { examples } from './areas.ts'

type Calls = {
  ask(method: Method, url: string, body?: unknown, status?: number): Promise<{ body: unknown }>
  made(url: string, input: string, reply: string, ids?: Record<string, unknown>): Promise<unknown>
  changed(url: string, input: string, ids?: Record<string, unknown>): Promise<unknown>
  withoutIds(value: unknown): unknown
}

/** Calls all operations of what happens by a schedule. @param content of a draft @param estimate path of an estimate, below /api */
export const askSchedules = async (
  { ask, made, changed, withoutIds }: Calls,
  content: { customerId: number; lineItems: object[] },
  estimate: string,
) => {
  const { customerId } = content
  const { id } = (await made('/api/recurring-invoices', 'RecurringInvoiceInput', 'RecurringInvoice', { customerId })) as { id: number }
  await changed(`/api/recurring-invoices/${id}`, 'RecurringInvoiceUpdate', { customerId })
  await ask('POST', '/api/recurring-invoices/preview', examples.RecurringSchedule)
  for (const act of ['pause', 'resume', 'skip', 'run-now']) await ask('POST', `/api/recurring-invoices/${id}/${act}`, {})
  for (const part of ['', `/${id}`, `/${id}/history`, `/${id}/runs`]) await ask('GET', `/api/recurring-invoices${part}`)
  await ask('DELETE', `/api/recurring-invoices/${id}`, undefined, 204)
  const draft = { ...(examples.InvoiceInput as object), ...content, invoiceNumber: 'LATER-1', status: 'draft' }
  const invoice = (await ask('POST', '/api/invoices', draft, 201)).body as { id: number }
  for (const document of [`invoices/${invoice.id}`, estimate]) {
    const url = `/api/${document}/scheduled-send`
    const { body } = await ask('PUT', url, examples.ScheduledSendInput)
    expect(withoutIds(body)).toEqual(withoutIds(examples.ScheduledSend))
    await ask('GET', url)
    await ask('DELETE', url, undefined, 204)
  }
  expect((await ask('GET', '/api/statement-schedule')).body).toEqual(examples.StatementSchedule)
  await ask('GET', '/api/statement-schedule/runs')
}
