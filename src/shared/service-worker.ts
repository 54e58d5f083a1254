// Names shared by the pages, the service worker and the server.

/** Path of the service worker's script; at the root, so that its scope is every page. */
export const workerPath = '/sw.js'

/** Path of the app shell, which starts the app offline; it contains no user data. */
export const shellPath = '/app-shell'

/** Response header of an answer from the cache: when it was fetched, as an ISO time. */
export const cachedAtHeader = 'x-billfold-seen'

/** Name of the cache of API replies. It is cleared when another user signs in. */
export const apiCacheName = 'billfold-seen-1'

/** Messages from a page to its service worker. */
export type WorkerMessage =
  /** Answered with the URL of the entry script of the worker's version. */
  | { type: 'ENTRY' }
  /** Caches these URLs, which the page fetched before the worker was active. */
  | { type: 'KEEP'; urls: string[]; timeZone: string }

/**
 * Header with the user's id, in requests the user for whom the page was loaded (another user may have signed in in another tab), in replies the user
 * of the session.
 */
export const pageOwnerHeader = 'x-billfold-user'
