import type { estimatesApi } from '#shared/api/estimates.ts'
import type { invoicesApi } from '#shared/api/invoices.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { at, call } from '#web/lib/api.ts'

export type Pattern = WireReplyOf<typeof invoicesApi.numberPattern>
type Body = WireBodyOf<typeof invoicesApi.saveNumberPattern>
/** Whose numbers a form is about, in a sentence, and where their pattern is. */
export type Numbered = {
  noun: 'invoice' | 'estimate'
  path: string
  read: (signal: AbortSignal) => Promise<Pattern>
  save: (body: Body) => Promise<Pattern>
}

export const invoiceNumbers: Numbered = {
  noun: 'invoice',
  path: '/api/invoice-numbering',
  read: (signal) => call(at<typeof invoicesApi.numberPattern>('GET', '/api/invoice-numbering'), { signal }),
  save: (body) => call(at<typeof invoicesApi.saveNumberPattern>('PUT', '/api/invoice-numbering'), { body }),
}

export const estimateNumbers: Numbered = {
  noun: 'estimate',
  path: '/api/estimate-numbering',
  read: (signal) => call(at<typeof estimatesApi.numberPattern>('GET', '/api/estimate-numbering'), { signal }),
  save: (body) => call(at<typeof estimatesApi.saveNumberPattern>('PUT', '/api/estimate-numbering'), { body }),
}
