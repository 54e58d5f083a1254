import { randomBytes } from 'node:crypto'
import { customersApi } from '#modules/customers/contract.ts'
import { receiptsApi } from '#modules/expenses/contract.ts'
import { entities } from '#server/domain/entities/entities.ts'
import { accountApi } from '#shared/contract/account.ts'
import { booksApi } from '#shared/contract/books.ts'
import { businessProfileApi } from '#shared/contract/business-profile.ts'
import { creditNotesApi } from '#shared/contract/credit-notes.ts'
import { documentPreviewApi } from '#shared/contract/document-preview.ts'
import { estimatesApi } from '#shared/contract/estimates.ts'
import { exchangeRatesApi } from '#shared/contract/exchange-rates.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { lateFeesApi } from '#shared/contract/late-fees.ts'
import { publicEstimateApi } from '#shared/contract/public-estimate.ts'
import { publicInvoiceApi } from '#shared/contract/public-invoice.ts'
import { recurringInvoicesApi } from '#shared/contract/recurring-invoices.ts'
import { remindersApi } from '#shared/contract/reminders.ts'
import { reportsApi } from '#shared/contract/reports.ts'
import { savedCardsApi } from '#shared/contract/saved-cards.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { readRowId } from '#shared/row-id.ts'
import type { Database } from './platform/db/client.ts'
import type { Secrets } from './platform/encryption/secrets.ts'
import { getServerKey } from './platform/encryption/server-key.ts'
import { createRateLimiter, type RateLimiter, type RateLimitRule } from './platform/http/rate-limits.ts'
import type { Route } from './platform/http/route.ts'

type LimiterDeps = { database: Database; secrets: Secrets; log: (line: string) => void }

/** The rate limiter; all nodes share its counters and its key for hashes of IP addresses. */
export const openRateLimiter = async ({ database, secrets, log }: LimiterDeps): Promise<RateLimiter> => {
  const addressKey = await getServerKey(database, secrets, 'address-key', () => randomBytes(32).toString('base64url'))
  return createRateLimiter({ pool: database.pool, addressKey, log })
}

const hour = 3600
const tenMinutes = 600

/** A rate limit for endpoints: their requests are counted together, per user or per public document. */
type EndpointRule = RateLimitRule & {
  per: 'user' | 'document'
  endpoints: readonly AnyEndpoint[]
  /** Limits the rule to some requests, by their body. */
  only?: (body: unknown) => boolean
}

const documentApis = [invoicesApi, estimatesApi, creditNotesApi]

const emails = { what: 'emails', max: 500, windowSeconds: hour, per: 'user' } as const

/** Rate limits of requests that are expensive or reach other people: far more than a user needs, and little for a script. */
export const rateLimitRules: readonly EndpointRule[] = [
  {
    ...emails,
    endpoints: [
      ...documentApis.flatMap(({ sendEmail, retryEmail }) => [sendEmail, retryEmail]),
      reportsApi.emailStatement,
      recurringInvoicesApi.runNow,
      remindersApi.send,
      lateFeesApi.charge,
    ],
  },
  // Create & Send.
  { ...emails, endpoints: [invoicesApi.create], only: (body) => (body as { status?: string }).status !== 'draft' },
  { what: 'tries of addresses', max: 20, windowSeconds: hour, per: 'user', endpoints: [customersApi.tryAddress] },
  { what: 'imports of exchange rates', max: 60, windowSeconds: tenMinutes, per: 'user', endpoints: [exchangeRatesApi.import] },
  { what: 'uploads', max: 100, windowSeconds: tenMinutes, per: 'user', endpoints: [uploadsApi.upload] },
  { what: 'files', max: 200, windowSeconds: tenMinutes, per: 'user', endpoints: [receiptsApi.create, businessProfileApi.logo] },
  // Two per second: more than moving through a color picker causes.
  { what: 'previews', max: 600, windowSeconds: 300, per: 'user', endpoints: [businessProfileApi.preview] },
  // Five per second: as often as a fast typist pauses.
  { what: 'previews of documents', max: 1500, windowSeconds: 300, per: 'user', endpoints: [documentPreviewApi.draw] },
  {
    what: 'PDFs',
    max: 600,
    windowSeconds: tenMinutes,
    per: 'user',
    endpoints: [...documentApis.map(({ pdf }) => pdf), invoicesApi.receipt],
  },
  {
    what: 'exports',
    max: 120,
    windowSeconds: tenMinutes,
    per: 'user',
    endpoints: [
      accountApi.startExport,
      accountApi.download,
      booksApi.journal,
      ...documentApis.map((api) => api.export),
      invoicesApi.download,
      reportsApi.export,
      ...entities.map(({ api }) => api.export),
    ],
  },
  // Each of these emails the owner or calls a payment provider, and needs nothing but the document's link.
  {
    what: 'answers',
    max: 30,
    windowSeconds: hour,
    per: 'document',
    endpoints: [publicEstimateApi.accept, publicEstimateApi.decline, remindersApi.reply],
  },
  { what: 'removals of cards', max: 30, windowSeconds: hour, per: 'document', endpoints: [savedCardsApi.removeOwn] },
  {
    what: 'payment attempts',
    max: 60,
    windowSeconds: tenMinutes,
    per: 'document',
    endpoints: [publicInvoiceApi.checkout, invoicesApi.paypalOrder, invoicesApi.paypalCapture, savedCardsApi.saveAndPay],
  },
]

/** Requests that occupy a database connection for seconds in a large account: they share a concurrency limit of their own. */
export const bulkEndpoints: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  booksApi.journal,
  ...documentApis.map((api) => api.export),
  exchangeRatesApi.import,
  reportsApi.export,
  ...entities.map(({ api }) => api.export),
  ...entities.map(({ tableName }) => importsApi[tableName]),
])

/** Requests that check all of an account's records: they have a lane of their own. */
export const checkEndpoints: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([booksApi.health])

/** Requests that wait in the renderer's own fair queue. They take no other limit: while a long document is drawn, its user can save it. */
export const renderedEndpoints: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([documentPreviewApi.draw])

/**
 * The key that a request is counted for: the user, or the document of the public id in its path, signed in or not, because signing up is free. Requests of
 * the owner use the row id and are not counted for the document.
 */
const getKey = (per: EndpointRule['per'], user: { id: number } | null, params: Record<string, string | number>): string | null => {
  if (per === 'user') return user && `user:${user.id}`
  const document = String(params.publicId ?? params.ref)
  return user && readRowId(document) !== undefined ? null : `paper:${document}`
}

type CountedRequest = { user: { id: number } | null; params: Record<string, string | number> }

/** Adds the rate limits to the routes. A request is counted before its body is read, except where a rule asks for the body. */
export const withRateLimits = (routes: readonly Route[], { limit }: RateLimiter): Route[] => {
  const count = async (rules: readonly EndpointRule[], { user, params }: CountedRequest) => {
    for (const { per, only: _, endpoints: __, ...rule } of rules) {
      const key = getKey(per, user, params)
      if (key !== null) await limit({ ...rule, key })
    }
  }
  return routes.map((route) => {
    const rules = rateLimitRules.filter(({ endpoints }) => endpoints.includes(route.endpoint))
    const ofBody = rules.filter(({ only }) => only)
    const handle = route.handle as unknown as (request: CountedRequest & { body: unknown }) => unknown
    const counted = async (request: CountedRequest & { body: unknown }) => {
      await count(
        ofBody.filter(({ only }) => only!(request.body)),
        request,
      )
      return handle(request)
    }
    const plain = rules.filter(({ only }) => !only)
    return {
      ...route,
      ...(plain.length > 0 && { admit: (request: CountedRequest) => count(plain, request) }),
      ...(ofBody.length > 0 && { handle: counted as unknown as Route['handle'] }),
    }
  })
}
