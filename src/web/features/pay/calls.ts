import type { invoicesApi } from '#shared/api/invoices.ts'
import type { publicInvoiceApi } from '#shared/api/public-invoice.ts'
import { at } from '#web/lib/api.ts'

export const readInvoice = at<typeof publicInvoiceApi.read>('GET', '/api/public/invoice/:publicId')
export const createPayment = at<typeof invoicesApi.createPayment>('POST', '/api/invoices/:ref/create-payment')

export const pdfUrl = (publicId: string) => `/api/public/invoice/${encodeURIComponent(publicId)}/pdf`
