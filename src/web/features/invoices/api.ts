import type { invoicesApi } from '#shared/contract/invoices.ts'
import { at } from '#web/lib/api/client.ts'

// Types only: the list loads no schemas.
export const listInvoices = at<typeof invoicesApi.list>('GET', '/api/invoices')
export const createInvoice = at<typeof invoicesApi.create>('POST', '/api/invoices')
export const nextNumber = at<typeof invoicesApi.nextNumber>('GET', '/api/invoices/next-number')
export const sendEmail = at<typeof invoicesApi.sendEmail>('POST', '/api/invoices/:id/send-email')
export const createPayment = at<typeof invoicesApi.createPayment>('POST', '/api/invoices/:ref/create-payment')

export const pdfUrl = (id: number) => `/api/invoices/${id}/pdf`

// For the dialogs.
export const updateInvoice = at<typeof invoicesApi.update>('PUT', '/api/invoices/:id')
export const emailPreview = at<typeof invoicesApi.emailPreview>('GET', '/api/invoices/:id/email-preview')
export const readEmail = at<typeof invoicesApi.email>('GET', '/api/invoices/:id/emails/:emailId')
export const recordPayment = at<typeof invoicesApi.recordPayment>('POST', '/api/invoices/:id/payments')
