import type { estimatesApi } from '#shared/contract/estimates.ts'
import { at } from '#web/lib/api/client.ts'

// Types only: the list loads no schemas.
export const listEstimates = at<typeof estimatesApi.list>('GET', '/api/estimates')
export const summarizeEstimates = at<typeof estimatesApi.summary>('GET', '/api/estimates/summary')
export const readEstimate = at<typeof estimatesApi.one>('GET', '/api/estimates/:id')
export const readHistory = at<typeof estimatesApi.history>('GET', '/api/estimates/:id/history')
export const removeEstimate = at<typeof estimatesApi.remove>('DELETE', '/api/estimates/:id')
export const restoreEstimate = at<typeof estimatesApi.restore>('POST', '/api/estimates/:id/restore')
export const convertEstimate = at<typeof estimatesApi.convert>('POST', '/api/estimates/:id/convert')
export const retryEmail = at<typeof estimatesApi.retryEmail>('POST', '/api/estimates/:id/emails/:emailId/retry')

export const pdfUrl = (id: number) => `/api/estimates/${id}/pdf`

// For the dialogs.
export const createEstimate = at<typeof estimatesApi.create>('POST', '/api/estimates')
export const updateEstimate = at<typeof estimatesApi.update>('PUT', '/api/estimates/:id')
export const nextNumber = at<typeof estimatesApi.nextNumber>('GET', '/api/estimates/next-number')
export const emailPreview = at<typeof estimatesApi.emailPreview>('GET', '/api/estimates/:id/email-preview')
export const sendEmail = at<typeof estimatesApi.sendEmail>('POST', '/api/estimates/:id/send-email')
export const readEmail = at<typeof estimatesApi.email>('GET', '/api/estimates/:id/emails/:emailId')
