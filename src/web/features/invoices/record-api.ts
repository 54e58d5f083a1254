import type { invoicesApi } from '#shared/contract/invoices.ts'
import { at } from '#web/lib/api/client.ts'

// Types only: the list loads no schemas.
export const summarizeInvoices = at<typeof invoicesApi.summary>('GET', '/api/invoices/summary')
export const readInvoice = at<typeof invoicesApi.one>('GET', '/api/invoices/:id')
export const readHistory = at<typeof invoicesApi.history>('GET', '/api/invoices/:id/history')
export const removeInvoice = at<typeof invoicesApi.remove>('DELETE', '/api/invoices/:id')
export const restoreInvoice = at<typeof invoicesApi.restore>('POST', '/api/invoices/:id/restore')
export const markPaid = at<typeof invoicesApi.markPaid>('POST', '/api/invoices/:ref/mark-paid')
export const voidPayment = at<typeof invoicesApi.voidPayment>('DELETE', '/api/invoices/:id/payments/:paymentId')
export const acceptAttempt = at<typeof invoicesApi.acceptPayment>('POST', '/api/invoices/:id/attempts/:attemptId/accept')
export const refuseAttempt = at<typeof invoicesApi.rejectPayment>('POST', '/api/invoices/:id/attempts/:attemptId/refund')
export const retryEmail = at<typeof invoicesApi.retryEmail>('POST', '/api/invoices/:id/emails/:emailId/retry')

/** Says that a paid invoice was paid. */
export const receiptUrl = (id: number) => `/api/invoices/${id}/receipt`

/** Several invoices' PDFs in one file. */
export const downloadUrl = (ids: readonly number[], as: 'zip' | 'pdf') => `/api/invoices/download?ids=${ids.join(',')}&as=${as}`
