import type { businessProfileApi } from '#shared/contract/business-profile.ts'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import {
  creditNoteNumberingEndpoints,
  estimateNumberingEndpoints,
  invoiceNumberingEndpoints,
} from '#shared/contract/endpoints/document-numbering.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

export type Pattern = WireReplyOf<typeof invoicesApi.numberPattern>
type Body = WireBodyOf<typeof invoicesApi.saveNumberPattern>
export type NumberSeries = {
  noun: 'invoice' | 'estimate' | 'credit note'
  path: string
  read: (signal: AbortSignal) => Promise<Pattern>
  save: (body: Body, request: IdempotentRequest) => Promise<Pattern>
}

export const invoiceSeries: NumberSeries = {
  noun: 'invoice',
  path: invoiceNumberingEndpoints.numberPattern.path,
  read: (signal) => call(invoiceNumberingEndpoints.numberPattern, { signal }),
  save: (body, request) => call(invoiceNumberingEndpoints.saveNumberPattern, { body, ...request }),
}

export const estimateSeries: NumberSeries = {
  noun: 'estimate',
  path: estimateNumberingEndpoints.numberPattern.path,
  read: (signal) => call(estimateNumberingEndpoints.numberPattern, { signal }),
  save: (body, request) => call(estimateNumberingEndpoints.saveNumberPattern, { body, ...request }),
}

export const creditNoteSeries: NumberSeries = {
  noun: 'credit note',
  path: creditNoteNumberingEndpoints.numberPattern.path,
  read: (signal) => call(creditNoteNumberingEndpoints.numberPattern, { signal }),
  save: (body, request) => call(creditNoteNumberingEndpoints.saveNumberPattern, { body, ...request }),
}

type Api = typeof businessProfileApi
export type ProfileBody = WireBodyOf<Api['create']>
export type Provider = WireBodyOf<Api['disconnect']>['provider']
export type SampleBody = WireBodyOf<Api['preview']>

export const profileApi = {
  path: businessProfileEndpoints.read.path,
  history: (_id: number, signal: AbortSignal) => call(businessProfileEndpoints.history, { signal }),
  read: () => call(businessProfileEndpoints.read, {}),
  create: (body: ProfileBody, request: IdempotentRequest) => call(businessProfileEndpoints.create, { body, ...request }),
  update: (id: number, body: ProfileBody & { version: number }, request: IdempotentRequest) =>
    call(businessProfileEndpoints.update, { params: { id }, body, ...request }),
  disconnect: (id: number, provider: Provider, request: IdempotentRequest) =>
    call(businessProfileEndpoints.disconnect, { params: { id }, body: { provider }, ...request }),
}
