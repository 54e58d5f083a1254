import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import type { CurrentRequest } from './instrumentation.ts'

/** What this piece of work belongs to: every line that it logs says so. */
type UnderWay =
  | { request: CurrentRequest; connection: Duplex }
  | { connection: Duplex; latest: CurrentRequest | null }
  | { job: string; requestId: string | null }

const store = new AsyncLocalStorage<UnderWay>()

/** Does the work as a part of `job`, including all that it waits for. */
export const runInJobContext = <T>(job: { job: string; requestId: string | null }, work: () => T): T => store.run(job, work)

/** Does what is to be done for a connection: reading its requests, and telling those who wait for their bytes. */
export const runInConnectionContext = <T>(connection: Duplex, work: () => T): T => store.run({ connection, latest: null }, work)

/** Does the work as a part of answering `request`, which came over `connection`, including all that it waits for. */
export const runInRequestContext = <T>(request: CurrentRequest, connection: Duplex, work: () => T): T => {
  const around = store.getStore()
  if (around && 'latest' in around) around.latest = request
  return store.run({ request, connection }, work)
}

/** The request that is being answered, if it is one. */
export const getCurrentRequest = (): CurrentRequest | null => {
  const what = store.getStore()
  return what && 'request' in what ? what.request : null
}

/** The connection of the request that is being read or answered, if it is one. */
export const getCurrentConnection = (): Duplex | null => {
  const what = store.getStore()
  return what && 'connection' in what ? what.connection : null
}

/** For a log line. */
export const getLogContext = (): Record<string, string> => {
  const what = store.getStore()
  if (!what) return {}
  if ('job' in what) return { job: what.job, ...(what.requestId !== null && { requestId: what.requestId }) }
  const request = 'request' in what ? what.request : what.latest
  return request ? { requestId: request.id } : {}
}
