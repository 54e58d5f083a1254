import type { invoicesApi } from '#shared/api/invoices.ts'
import { at } from '#web/lib/api.ts'

export const readPattern = at<typeof invoicesApi.numberPattern>('GET', '/api/invoice-numbering')
export const savePattern = at<typeof invoicesApi.saveNumberPattern>('PUT', '/api/invoice-numbering')
