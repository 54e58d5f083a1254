import type { z } from 'zod'
import { customerModel } from '#modules/customers/model.ts'
import { expenseModel } from '#modules/expenses/model.ts'
import { itemModel } from '#modules/items/model.ts'
import type { TestApp } from '#server/testing/app.ts'
import { entryKinds } from '#shared/books.ts'
import { creditNoteSorts } from '#shared/contract/credit-notes.ts'
import { estimateSorts } from '#shared/contract/estimates.ts'
import { invoiceSorts } from '#shared/contract/invoices.ts'
import { creditNoteStatuses } from '#shared/credit-note-rules.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { bases, combinationNames, figureNames, hasBasis, reportTypes } from '#shared/reports.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName } from './samples.ts'
import type { Tenant } from './tenant.ts'

export type ReadReply = { status: number; text: string }

/** Replies that change from call to call. */
const changingEndpoints = new Set(['GET /api/account/exports/:id/download'])

const isRead = (endpoint: AnyEndpoint) =>
  endpoint.access === 'user' && (endpoint.method === 'GET' || endpoint.kind === 'file') && !changingEndpoints.has(getEndpointName(endpoint))

/** Reads everything that a user can read. @returns the replies by URL */
export type ReadEndpoints = (app: TestApp, owner: Tenant) => Promise<Map<string, ReadReply>>

/** Calls each endpoint once. */
export const readEndpointsOnce: ReadEndpoints = (app, owner) => read(app, owner, (_endpoint, query) => [query])

/** Calls lists and reports with all of their queries. */
export const readEndpointsWithAllQueries: ReadEndpoints = (app, owner) => read(app, owner, listQueries)

type ListQueries = (endpoint: AnyEndpoint, query: Record<string, string>) => Record<string, string>[]

const read = async (app: TestApp, owner: Tenant, listQueries: ListQueries): Promise<Map<string, ReadReply>> => {
  const answers = new Map<string, ReadReply>()
  for (const { endpoint } of app.routes.filter(({ endpoint }) => isRead(endpoint)))
    for (const query of listQueries(endpoint, buildQuery(endpoint, owner))) {
      const url = buildUrl(endpoint, buildPathParams(endpoint, owner), query)
      const reply = await app.send(owner, endpoint.method, url, buildBody(endpoint, owner))
      answers.set(`${endpoint.method} ${url}`, { status: reply.status, text: reply.bytes.toString('latin1') })
    }
  return answers
}

const queries = <const Key extends string>(key: Key, values: readonly string[]) => values.map((value) => ({ [key]: value }))
const sortQueries = (names: readonly string[]) => queries('sort', [...names, ...names.map((name) => `-${name}`)])
const withEachBasis = (queries: Record<string, string>[]) => queries.flatMap((query) => bases.map((basis) => ({ ...query, basis })))
/** An empty query parameter is left out: here the customer of the sample. */
const ofAllCustomers = (queries: Record<string, string>[]) => queries.map((query) => ({ customerId: '', ...query }))
const searched = queries('search', ['BEA', 'SECRET'])

const reportQueries = reportTypes.flatMap((type): Record<string, string>[] => {
  const ofType = hasBasis(type) ? withEachBasis([{ type }]) : [{ type }]
  return type === 'statement' ? ofType : ofAllCustomers(ofType)
})
const figureQueries = queries('of', [...figureNames, ...combinationNames])

/** Further queries, besides those of the samples. */
const moreQueries: Record<string, Record<string, string>[]> = {
  '/api/customers': [...searched, ...sortQueries(customerModel.list.sorts), { limit: '1' }],
  '/api/items': [...searched, ...sortQueries(itemModel.list.sorts), { limit: '1' }],
  '/api/expenses': [{ customerId: '' }, ...searched, ...sortQueries(expenseModel.list.sorts), { limit: '1' }],
  '/api/invoices': [
    ...searched,
    { from: '2026-01-01', to: '2026-12-31' },
    ...queries('status', invoiceStatuses),
    ...sortQueries(invoiceSorts),
    { limit: '1' },
    { short: 'true' },
  ],
  '/api/estimates': [
    ...searched,
    { from: '2026-01-01', to: '2026-12-31' },
    ...queries('status', estimateStatuses),
    ...sortQueries(estimateSorts),
    { limit: '1' },
    { short: 'true' },
  ],
  '/api/credit-notes': ofAllCustomers([
    {},
    ...searched,
    { from: '2026-01-01', to: '2026-12-31' },
    ...queries('status', creditNoteStatuses),
    ...sortQueries(creditNoteSorts),
    { limit: '1' },
    { short: 'true' },
  ]),
  '/api/customers/summary': searched,
  '/api/items/summary': searched,
  '/api/invoices/summary': [...searched, { from: '2026-01-01' }, ...queries('status', invoiceStatuses)],
  '/api/estimates/summary': [...searched, { from: '2026-01-01' }, ...queries('status', estimateStatuses)],
  '/api/credit-notes/summary': ofAllCustomers([{}, ...searched, { from: '2026-01-01' }, ...queries('status', creditNoteStatuses)]),
  '/api/expenses/summary': [{ customerId: '' }, ...searched],
  // Misspelled too: then all words of the user's records are searched.
  '/api/search': queries('q', ['BEA', 'BFA-1', 'SECRFT', '83.17']),
  '/api/reports': reportQueries,
  '/api/reports/export': reportQueries,
  '/api/reports/documents': [...figureQueries, ...withEachBasis(figureQueries), { customerId: '' }],
  '/api/books/journal': withEachBasis(queries('format', ['hledger', 'beancount', 'csv', 'accounting'])),
  '/api/books/entries': withEachBasis([...searched, ...queries('kind', entryKinds), { account: '1200' }, { limit: '1' }]),
  '/api/books/accounts/:account': withEachBasis([{ from: '2026-01-01' }, { limit: '1' }]),
  '/api/books/balances': withEachBasis([{ day: '2026-12-31' }]),
}

/** Aggregates are read with all queries: a missing condition shows in a figure, and in no row. */
const listQueries: ListQueries = (endpoint, query) =>
  [
    query,
    ...(endpoint.method === 'GET' ? (moreQueries[endpoint.path] ?? []) : []).map((more) =>
      Object.fromEntries(Object.entries({ ...query, ...more }).filter(([, value]) => value !== '')),
    ),
  ]
    // Not every figure has a basis.
    .filter((each) => !('query' in endpoint) || (endpoint.query as z.ZodType).safeParse(each).success)
