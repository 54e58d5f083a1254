import type { customersApi } from '#shared/api/customers.ts'
import type { invoicesApi } from '#shared/api/invoices.ts'
import { at } from '#web/lib/api.ts'

// Types only: the list loads no schemas.
export const listInvoices = at<typeof invoicesApi.list>('GET', '/api/invoices')
export const createInvoice = at<typeof invoicesApi.create>('POST', '/api/invoices')
export const nextNumber = at<typeof invoicesApi.nextNumber>('GET', '/api/invoices/next-number')
export const sendEmail = at<typeof invoicesApi.sendEmail>('POST', '/api/invoices/:id/send-email')
export const createPayment = at<typeof invoicesApi.createPayment>('POST', '/api/invoices/:ref/create-payment')
export const createCustomer = at<typeof customersApi.create>('POST', '/api/customers')

export const pdfUrl = (id: number) => `/api/invoices/${id}/pdf`
