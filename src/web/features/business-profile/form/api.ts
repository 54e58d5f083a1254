import type { businessProfileApi } from '#shared/contract/business-profile.ts'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { numberingAddresses } from '#shared/contract/endpoints/document-numbering.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { WireBodyOf, WireReplyOf } from '#shared/endpoint.ts'
import { type DocumentKind, documentInfo } from '#shared/record-types.ts'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

export type Pattern = WireReplyOf<typeof invoicesApi.numberPattern>
type Body = WireBodyOf<typeof invoicesApi.saveNumberPattern>

/** The numbers of a type of document; all types have the same endpoints. */
const createSeries = (kind: DocumentKind) => {
  const at = numberingAddresses(kind as 'invoice')
  return {
    noun: documentInfo[kind].noun,
    path: at.numberPattern.path,
    read: (signal: AbortSignal): Promise<Pattern> => call(at.numberPattern, { signal }),
    save: (body: Body, request: IdempotentRequest): Promise<Pattern> => call(at.saveNumberPattern, { body, ...request }),
  }
}
export type NumberSeries = ReturnType<typeof createSeries>
export const invoiceSeries = createSeries('invoice')
export const estimateSeries = createSeries('estimate')
export const creditNoteSeries = createSeries('credit-note')

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
