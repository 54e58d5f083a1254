import type { invoicesApi } from '#shared/api/invoices.ts'
import type { publicInvoiceApi } from '#shared/api/public-invoice.ts'
import { at } from '#web/lib/api.ts'

export const readInvoice = at<typeof publicInvoiceApi.read>('GET', '/api/public/invoice/:publicId')
export const markPaid = at<typeof invoicesApi.markPaid>('POST', '/api/invoices/:ref/mark-paid')
