/** At the root, so that its scope is every page. */
export const workerPath = '/sw.js'

/** Starts the app offline; it contains no user data. */
export const shellPath = '/app-shell'

/** Of an answer from the cache: when it was fetched, as an ISO time. */
export const cachedAtHeader = 'x-billfold-seen'

/** Of API replies. It is cleared when another user signs in. */
export const apiCacheName = 'billfold-seen-1'

export type WorkerMessage =
  /** Answered with the URL of the entry script of the worker's version. */
  | { type: 'ENTRY' }
  /** URLs which the page fetched before the worker was active. */
  | { type: 'KEEP'; urls: string[]; timeZone: string }

/**
 * In requests the user for whom the page was loaded (another one may have signed in in another tab), in replies the user of the session.
 */
export const pageOwnerHeader = 'x-billfold-user'
