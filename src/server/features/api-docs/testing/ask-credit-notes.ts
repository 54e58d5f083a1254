import { examples } from '#server/features/api-docs/openapi/examples.ts'
import type { Method } from '#server/testing/contract.ts'

type Ask = (method: Method, url: string, body?: unknown, status?: number) => Promise<{ body: unknown }>

type Target = { id: number; customerId: number }

/** Issues the credit note of the example, and voids another; applies the credit of a third. @param invoice an invoice as the API takes it @returns the id of the first */
export const askCreditNotes = async (ask: Ask, invoice: object): Promise<number> => {
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
  const { id: targetId, customerId } = (await ask('POST', '/api/invoices', { ...invoice, drawNumber: true, status: 'sent' }, 201))
    .body as Target
  await ask('GET', `/api/customers/${customerId}/credit`)
  const { body } = await ask('POST', `/api/invoices/${targetId}/credit-applications`, examples.CreditApplicationInput, 201)
  const [applied] = (body as { creditApplications: { id: number }[] }).creditApplications
  await ask('POST', `/api/invoices/${targetId}/credit-applications/${applied!.id}/reverse`)
  await ask('POST', `/api/customers/${customerId}/credit/apply`)
  return creditNote.id
}
