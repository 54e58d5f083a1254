// What the pages, their service worker and the server agree on.

/** The service worker's own file; at the top, since it looks after every page. */
export const workerPath = '/sw.js'

/** The page as it starts where no server can be reached: it says nothing of anybody. */
export const shellPath = '/app-shell'

/** Tells when an answer was read that is given from this device's memory, as an ISO time. */
export const cachedAtHeader = 'x-billfold-seen'

/** The cache of what the server answered last. It belongs to whoever is signed in, and to nobody else. */
export const apiCacheName = 'billfold-seen'

/** What a page may ask of its service worker, besides taking over. */
export type WorkerMessage =
  /** Answered with the address of the script that pages of the worker's version begin with. */
  | { type: 'ENTRY' }
  /** Keeps what these addresses answer: they were asked before there was a worker to keep it. */
  | { type: 'KEEP'; urls: string[]; timeZone: string }
