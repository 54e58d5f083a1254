import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import type { CurrentRequest } from './instrumentation.ts'

/** Every log line names it. */
type Context =
  | { request: CurrentRequest; connection: Duplex }
  | { connection: Duplex; latest: CurrentRequest | null }
  | { job: string; requestId: string | null }

const store = new AsyncLocalStorage<Context>()

export const runInJobContext = <T>(job: { job: string; requestId: string | null }, work: () => T): T => store.run(job, work)

export const runInConnectionContext = <T>(connection: Duplex, work: () => T): T => store.run({ connection, latest: null }, work)

export const runInRequestContext = <T>(request: CurrentRequest, connection: Duplex, work: () => T): T => {
  const outer = store.getStore()
  if (outer && 'latest' in outer) outer.latest = request
  return store.run({ request, connection }, work)
}

export const getCurrentRequest = (): CurrentRequest | null => {
  const context = store.getStore()
  return context && 'request' in context ? context.request : null
}

export const getCurrentConnection = (): Duplex | null => {
  const context = store.getStore()
  return context && 'connection' in context ? context.connection : null
}

export const getLogContext = (): Record<string, string> => {
  const context = store.getStore()
  if (!context) return {}
  if ('job' in context) return { job: context.job, ...(context.requestId !== null && { requestId: context.requestId }) }
  const request = 'request' in context ? context.request : context.latest
  return request ? { requestId: request.id } : {}
}
