import type { businessProfileApi } from '#shared/contract/business-profile.ts'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import type { WireBodyOf } from '#shared/endpoint.ts'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'

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
