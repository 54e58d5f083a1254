import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'

const lists = 'invoices|estimates|customers|items|expenses'

/** What may be kept on the device: what the lists, their records, the forms that begin with them, the dashboard and the reports show. */
const kept = [
  /^\/api\/auth\/user$/,
  new RegExp(`^/api/(${lists})$`),
  new RegExp(`^/api/(${lists})/\\d+$`),
  /^\/api\/(invoices|estimates|customers)\/summary$/,
  /^\/api\/(invoices|estimates)\/(next-number|\d+\/history)$/,
  /^\/api\/(invoice|estimate)-numbering$/,
  /^\/api\/customers\/\d+\/(figures|invoices|estimates|expenses)$/,
  /^\/api\/items\/categories$/,
  /^\/api\/dashboard$/,
  /^\/api\/reports(\/(summary|documents))?$/,
  /^\/api\/business-profile$/,
  /^\/api\/payments\/state$/,
  /^\/objects\/logos\//,
]

/**
 * Whether the answer of a GET to this address is kept. Everything that isn't named here isn't: no secrets, exports, PDFs, streams, sessions, and
 * nothing of pages for people with a link. What somebody searched for is no list that he saw, and each letter typed would push one out.
 */
export const isCacheable = ({ pathname, searchParams }: URL): boolean =>
  !searchParams.get('search') && !searchParams.get('q') && kept.some((path) => path.test(pathname))

/** Whoever is signed in may be another one after this, so nothing may stay that was kept before. */
export const changesSession = ({ pathname }: URL): boolean =>
  /^\/api\/(login|logout)(\/|$)/.test(pathname) || pathname === '/api/account/delete'

/** The answer that tells whose all the others are. */
export const currentUserPath = apiPaths.currentUser
