import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { recordTypeNames } from '#shared/record-types.ts'

const lists = recordTypeNames.join('|')

const cacheable = [
  /^\/api\/auth\/user$/,
  new RegExp(`^/api/(${lists})$`),
  new RegExp(`^/api/(${lists})/\\d+$`),
  new RegExp(`^/api/(${lists})/summary$`),
  new RegExp(`^/api/(${lists})/\\d+/history$`),
  /^\/api\/(invoices|estimates)\/next-number$/,
  /^\/api\/(invoice|estimate)-numbering$/,
  /^\/api\/customers\/\d+\/(figures|invoices|estimates|expenses)$/,
  /^\/api\/items\/categories$/,
  /^\/api\/dashboard$/,
  /^\/api\/reports(\/(summary|documents))?$/,
  /^\/api\/business-profile$/,
  /^\/api\/tax-rates$/,
  /^\/api\/payments\/state$/,
  /^\/objects\/logos\//,
]

/** Secrets, exports, PDFs, streams and public pages are not cached, nor are search results: each keystroke would evict a list. */
export const isCacheable = ({ pathname, searchParams }: URL): boolean =>
  !searchParams.get('search') && !searchParams.get('q') && cacheable.some((path) => path.test(pathname))

export const changesSession = ({ pathname }: URL): boolean =>
  /^\/api\/(login|logout)(\/|$)/.test(pathname) || pathname === '/api/account/delete'

/** Its response names the owner of all other cached responses. */
export const currentUserPath = apiPaths.currentUser
