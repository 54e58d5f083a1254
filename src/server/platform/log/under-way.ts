import { AsyncLocalStorage } from 'node:async_hooks'
import type { CurrentRequest } from '../acts.ts'

/** What this piece of work belongs to: every line that it logs says so. */
type UnderWay = { request: CurrentRequest } | { job: string; requestId: string | null }

const store = new AsyncLocalStorage<UnderWay>()

/** Does the work as a part of `what`, including all that it waits for. */
export const during = <T>(what: UnderWay, work: () => T): T => store.run(what, work)

/** The request that is being answered, if it is one. */
export const currentRequest = (): CurrentRequest | null => {
  const what = store.getStore()
  return what && 'request' in what ? what.request : null
}

/** For a log line. */
export const whatIsUnderWay = (): Record<string, string> => {
  const what = store.getStore()
  if (!what) return {}
  if ('request' in what) return { requestId: what.request.id }
  return { job: what.job, ...(what.requestId !== null && { requestId: what.requestId }) }
}
