import { accountApi } from '#shared/contract/account.ts'
import { booksApi } from '#shared/contract/books.ts'
import { businessProfileApi } from '#shared/contract/business-profile.ts'
import { customersApi } from '#shared/contract/customers.ts'
import { estimatesApi } from '#shared/contract/estimates.ts'
import { expensesApi } from '#shared/contract/expenses.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { itemsApi } from '#shared/contract/items.ts'
import { publicEstimateApi } from '#shared/contract/public-estimate.ts'
import { publicInvoiceApi } from '#shared/contract/public-invoice.ts'
import { receiptsApi } from '#shared/contract/receipts.ts'
import { reportsApi } from '#shared/contract/reports.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import type { RateLimiter, RateLimitRule } from './platform/http/rate-limits.ts'
import type { Route } from './platform/http/route.ts'

const hour = 3600
const tenMinutes = 600

/** Rules for calls: those of one rule are counted together, for each user or for each paper whose public id is called. */
type CallRule = RateLimitRule & {
  per: 'user' | 'paper'
  calls: readonly AnyEndpoint[]
  /** Of calls that do it only sometimes: whether this one does. */
  only?: (body: unknown) => boolean
}

const emails = { what: 'e-mails', max: 500, windowSeconds: hour, per: 'user' } as const

/** How often what costs something, or reaches other people, may be asked for: far more than anybody's work needs, and little for a machine. */
export const rateLimitRules: readonly CallRule[] = [
  {
    ...emails,
    calls: [invoicesApi.sendEmail, invoicesApi.retryEmail, estimatesApi.sendEmail, estimatesApi.retryEmail, reportsApi.emailStatement],
  },
  // Create & Send.
  { ...emails, calls: [invoicesApi.create], only: (body) => (body as { status?: string }).status !== 'draft' },
  { what: 'uploads', max: 100, windowSeconds: tenMinutes, per: 'user', calls: [uploadsApi.upload] },
  { what: 'files', max: 200, windowSeconds: tenMinutes, per: 'user', calls: [receiptsApi.create, businessProfileApi.logo] },
  // Two a second: more than a hand at a colour picker asks for.
  { what: 'previews', max: 600, windowSeconds: 300, per: 'user', calls: [businessProfileApi.preview] },
  {
    what: 'PDFs',
    max: 600,
    windowSeconds: tenMinutes,
    per: 'user',
    calls: [invoicesApi.pdf, invoicesApi.receipt, estimatesApi.pdf],
  },
  {
    what: 'exports',
    max: 120,
    windowSeconds: tenMinutes,
    per: 'user',
    calls: [
      accountApi.startExport,
      accountApi.download,
      booksApi.journal,
      customersApi.export,
      estimatesApi.export,
      expensesApi.export,
      invoicesApi.download,
      invoicesApi.export,
      itemsApi.export,
      reportsApi.export,
    ],
  },
  // An owner hears of each of these by e-mail, or a payment provider is asked: whoever holds the link may, but not all day.
  { what: 'answers', max: 30, windowSeconds: hour, per: 'paper', calls: [publicEstimateApi.accept, publicEstimateApi.decline] },
  {
    what: 'payment attempts',
    max: 60,
    windowSeconds: tenMinutes,
    per: 'paper',
    calls: [publicInvoiceApi.checkout, invoicesApi.paypalOrder, invoicesApi.paypalCapture],
  },
]

/** Calls that take seconds of a database connection for an account that holds much: they are served in turns, apart from all others. */
export const bulkEndpoints: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  booksApi.health,
  booksApi.journal,
  customersApi.export,
  estimatesApi.export,
  expensesApi.export,
  importsApi.customers,
  importsApi.expenses,
  importsApi.items,
  invoicesApi.export,
  itemsApi.export,
  reportsApi.export,
])

/**
 * Whom a call counts for: a user, or the paper whose public id it names, whoever calls: anybody can make an account. Owners, who aren't held up by
 * their customers, name their papers by number.
 */
const keyOf = (per: CallRule['per'], user: { id: number } | null, params: Record<string, string | number>): string | null => {
  if (per === 'user') return user && `user:${user.id}`
  const document = String(params.publicId ?? params.ref)
  return user && /^\d+$/.test(document) ? null : `paper:${document}`
}

type AnyRequest = { user: { id: number } | null; params: Record<string, string | number>; body: unknown }

/** The same routes, of which those with a rule are counted before anything else is done. This is the only list of such rules. */
export const withRateLimits = (routes: readonly Route[], { limit }: RateLimiter): Route[] =>
  routes.map((route) => {
    const ofRoute = rateLimitRules.filter(({ calls }) => calls.includes(route.endpoint))
    if (ofRoute.length === 0) return route
    const handle = route.handle as unknown as (request: AnyRequest) => unknown
    const counted = async (request: AnyRequest) => {
      for (const { per, only, calls: _, ...rule } of ofRoute) {
        const key = only && !only(request.body) ? null : keyOf(per, request.user, request.params)
        if (key !== null) await limit({ ...rule, key })
      }
      return handle(request)
    }
    return { ...route, handle: counted as unknown as Route['handle'] }
  })
