import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { publicInvoiceApi } from '#shared/contract/public-invoice.ts'
import { at } from '#web/lib/api/client.ts'

export const readInvoice = at<typeof publicInvoiceApi.read>('GET', '/api/public/invoice/:publicId')
export const createPayment = at<typeof invoicesApi.createPayment>('POST', '/api/invoices/:ref/create-payment')
export const markPaid = at<typeof invoicesApi.markPaid>('POST', '/api/invoices/:ref/mark-paid')
export const paypalSetup = at<typeof invoicesApi.paypalSetup>('GET', '/api/invoices/:ref/paypal-setup')
export const paypalOrder = at<typeof invoicesApi.paypalOrder>('POST', '/api/invoices/:ref/paypal-order')
export const paypalCapture = at<typeof invoicesApi.paypalCapture>('POST', '/api/invoices/:ref/paypal-order/:orderId/capture')

export const pdfUrl = (publicId: string) => `/api/public/invoice/${encodeURIComponent(publicId)}/pdf`
