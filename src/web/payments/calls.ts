import type { invoicesApi } from '#shared/api/invoices.ts'
import type { paymentsApi } from '#shared/api/payments.ts'
import { at } from '#web/lib/api.ts'

// Types only: the list of invoices loads no schemas.
export const readPayments = at<typeof paymentsApi.state>('GET', '/api/payments/state')
export const checkPayments = at<typeof paymentsApi.check>('POST', '/api/payments/:provider/check')
export const fixPayments = at<typeof paymentsApi.fix>('POST', '/api/payments/:provider/fix')
export const refundPayment = at<typeof invoicesApi.refund>('POST', '/api/invoices/:id/payments/:paymentId/refund')
