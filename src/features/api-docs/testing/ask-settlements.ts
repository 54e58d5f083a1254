import { expect } from 'vitest'
import type { Method } from '#server/testing/contract.ts'
import { examples } from './areas.ts'

type Ask = (method: Method, url: string, body?: unknown, status?: number) => Promise<{ body: unknown }>

type Applied = { id: number; invoice: { id: number } }

/**
 * Divides an invoice into the instalments of the example; issues the credit note of the example, and voids another; applies the credit of a third; refunds one without an invoice.
 *
 * @param invoice an invoice as the API takes it
 * @param targetId an invoice with a balance due, which it has afterwards
 * @returns the id of the first note
 */
export const askSettlements = async (ask: Ask, invoice: object, targetId: number): Promise<number> => {
  const instalments = `/api/invoices/${targetId}/instalments`
  expect((await ask('PUT', instalments, examples.PaymentScheduleInput)).body).toEqual(examples.PaymentSchedule)
  await ask('GET', instalments)
  await ask('PUT', '/api/credit-note-numbering', { ...(examples.NumberPatternInput as object), prefix: 'CRN-' })
  const sent = (await ask('POST', '/api/invoices', { ...invoice, drawNumber: true, status: 'sent' }, 201)).body as { id: number }
  const issue = async () => {
    const input = { ...(examples.CreditNoteInput as object), invoiceId: sent.id, issueDate: undefined }
    return (await ask('POST', '/api/credit-notes', input, 201)).body as { creditNote: { id: number } }
  }
  await ask('POST', `/api/credit-notes/${(await issue()).creditNote.id}/void`)
  const { creditNote } = await issue()
  await ask('POST', `/api/credit-notes/${creditNote.id}/send-email`)

  // Of the invoice that is paid then, the customer has credit.
  await ask('POST', `/api/invoices/${sent.id}/mark-paid`, { sendReceipt: false })
  await issue()
  const { customerId } = (await ask('GET', `/api/invoices/${targetId}`)).body as { customerId: number }
  await ask('GET', `/api/customers/${customerId}/credit`)
  const reverse = async (applications: Applied[]) => {
    for (const { id, invoice: to } of applications) await ask('POST', `/api/invoices/${to.id}/credit-applications/${id}/reverse`)
  }
  const { body } = await ask('POST', `/api/invoices/${targetId}/credit-applications`, examples.CreditApplicationInput, 201)
  await reverse((body as { creditApplications: Applied[] }).creditApplications)
  await reverse((await ask('POST', `/api/customers/${customerId}/credit/apply`)).body as Applied[])

  const rebate = { description: 'Loyalty rebate', quantity: 1, unitPrice: '100.00' }
  const free = { customerId, issueDate: '2026-01-19', lineItems: [rebate] }
  const { creditNote: note } = (await ask('POST', '/api/credit-notes', free, 201)).body as { creditNote: { id: number } }
  const { refund } = (await ask('POST', `/api/credit-notes/${note.id}/refunds`, examples.CreditRefundInput, 201)).body as {
    refund: { id: number }
  }
  await ask('POST', `/api/credit-notes/${note.id}/refunds/${refund.id}/reverse`)
  return creditNote.id
}
