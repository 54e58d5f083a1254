import type { businessProfileApi } from '#shared/contract/business-profile.ts'
import type { estimatesApi } from '#shared/contract/estimates.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { ApiError, at, call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

export type Pattern = WireReplyOf<typeof invoicesApi.numberPattern>
type Body = WireBodyOf<typeof invoicesApi.saveNumberPattern>
/** Whose numbers a form is about, in a sentence, and where their pattern is. */
export type Numbered = {
  noun: 'invoice' | 'estimate'
  path: string
  read: (signal: AbortSignal) => Promise<Pattern>
  save: (body: Body, request: IdempotentRequest) => Promise<Pattern>
}

export const invoiceNumbers: Numbered = {
  noun: 'invoice',
  path: '/api/invoice-numbering',
  read: (signal) => call(at<typeof invoicesApi.numberPattern>('GET', '/api/invoice-numbering'), { signal }),
  save: (body, request) => call(at<typeof invoicesApi.saveNumberPattern>('PUT', '/api/invoice-numbering'), { body, ...request }),
}

export const estimateNumbers: Numbered = {
  noun: 'estimate',
  path: '/api/estimate-numbering',
  read: (signal) => call(at<typeof estimatesApi.numberPattern>('GET', '/api/estimate-numbering'), { signal }),
  save: (body, request) => call(at<typeof estimatesApi.saveNumberPattern>('PUT', '/api/estimate-numbering'), { body, ...request }),
}

type Api = typeof businessProfileApi
export type ProfileBody = WireBodyOf<Api['create']>
export type Provider = WireBodyOf<Api['disconnect']>['provider']
export type SampleBody = WireBodyOf<Api['preview']>

export const profileCalls = {
  read: () => call(at<Api['read']>('GET', '/api/business-profile'), {}),
  create: (body: ProfileBody, request: IdempotentRequest) => call(at<Api['create']>('POST', '/api/business-profile'), { body, ...request }),
  update: (id: number, body: ProfileBody & { version: number }, request: IdempotentRequest) =>
    call(at<Api['update']>('PUT', '/api/business-profile/:id'), { params: { id }, body, ...request }),
  disconnect: (id: number, provider: Provider, request: IdempotentRequest) =>
    call(at<Api['disconnect']>('POST', '/api/business-profile/:id/disconnect'), { params: { id }, body: { provider }, ...request }),
}

const sample = at<Api['preview']>('POST', '/api/business-profile/preview')

/**
 * A sample paper's first page as a picture (SVG).
 * @throws ApiError when the server refuses, TypeError when it can't be reached
 */
export const drawSample = async (body: SampleBody, signal: AbortSignal): Promise<Blob> => {
  const response = await fetch(sample.path, {
    method: sample.method,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response.blob()
}
