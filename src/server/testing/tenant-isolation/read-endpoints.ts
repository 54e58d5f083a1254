import type { TestApp } from '#server/testing/app.ts'
import { customerSorts } from '#shared/contract/customers.ts'
import { estimateSorts } from '#shared/contract/estimates.ts'
import { expenseSorts } from '#shared/contract/expenses.ts'
import { invoiceSorts } from '#shared/contract/invoices.ts'
import { itemSorts } from '#shared/contract/items.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { estimateStatuses } from '#shared/estimate-rules.ts'
import { invoiceStatuses } from '#shared/invoice-rules.ts'
import { bases, differenceNames, figureNames, reportTypes } from '#shared/reports.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName } from './samples.ts'
import type { Tenant } from './tenant.ts'

export type ReadReply = { status: number; text: string }

/** What changes by itself from call to call. */
const restless = new Set(['GET /api/account/exports/:id/download'])

const isRead = (endpoint: AnyEndpoint) =>
  endpoint.access === 'user' && (endpoint.method === 'GET' || endpoint.kind === 'file') && !restless.has(getEndpointName(endpoint))

/** Asks for all that somebody can read of his own. @returns the answers by their addresses */
export type ReadEndpoints = (app: TestApp, own: Tenant) => Promise<Map<string, ReadReply>>

/** Each call once. */
export const readEndpointsOnce: ReadEndpoints = (app, own) => read(app, own, (_endpoint, query) => [query])

/** Lists and reports in each of their forms. */
export const readEndpointsWithAllQueries: ReadEndpoints = (app, own) => read(app, own, formsOf)

type Forms = (endpoint: AnyEndpoint, query: Record<string, string>) => Record<string, string>[]

const read = async (app: TestApp, own: Tenant, formsOf: Forms): Promise<Map<string, ReadReply>> => {
  const answers = new Map<string, ReadReply>()
  for (const { endpoint } of app.routes.filter(({ endpoint }) => isRead(endpoint)))
    for (const query of formsOf(endpoint, buildQuery(endpoint, own))) {
      const url = buildUrl(endpoint, buildPathParams(endpoint, own), query)
      const reply = await app.send(own, endpoint.method, url, buildBody(endpoint, own))
      answers.set(`${endpoint.method} ${url}`, { status: reply.status, text: reply.bytes.toString('latin1') })
    }
  return answers
}

const of = <const Key extends string>(key: Key, values: readonly string[]) => values.map((value) => ({ [key]: value }))
const bySort = (names: readonly string[]) => of('sort', [...names, ...names.map((name) => `-${name}`)])
const onEachBasis = (queries: Record<string, string>[]) => queries.flatMap((query) => bases.map((basis) => ({ ...query, basis })))
const searched = of('search', ['BEA', 'SECRET'])

/** Beside what the samples ask: how else a call can be asked for what one has. */
const moreForms: Record<string, Record<string, string>[]> = {
  '/api/customers': [...searched, ...bySort(customerSorts), { limit: '1' }],
  '/api/items': [...searched, ...bySort(itemSorts), { limit: '1' }],
  '/api/expenses': [{ customerId: '' }, ...searched, ...bySort(expenseSorts), { limit: '1' }],
  '/api/invoices': [...searched, ...of('status', invoiceStatuses), ...bySort(invoiceSorts), { limit: '1' }],
  '/api/estimates': [...searched, ...of('status', estimateStatuses), ...bySort(estimateSorts), { limit: '1' }],
  '/api/customers/summary': searched,
  '/api/items/summary': searched,
  '/api/invoices/summary': [...searched, ...of('status', invoiceStatuses)],
  '/api/estimates/summary': [...searched, ...of('status', estimateStatuses)],
  '/api/expenses/summary': [{ customerId: '' }, ...searched],
  // Spelt wrongly too: then the words of all that one has are looked through.
  '/api/search': of('q', ['BEA', 'BFA-1', 'SECRFT', '83.17']),
  '/api/reports': onEachBasis(of('type', reportTypes)),
  '/api/reports/export': onEachBasis(of('type', reportTypes)),
  '/api/reports/documents': onEachBasis([...of('of', [...figureNames, ...differenceNames]), { customerId: '' }]),
  '/api/books/journal': onEachBasis(of('format', ['hledger', 'beancount', 'csv'])),
}

/** Aggregates are asked for in all their forms: they are where a forgotten condition shows in a figure, and in no row. */
const formsOf: Forms = (endpoint, query) => [
  query,
  ...(endpoint.method === 'GET' ? (moreForms[endpoint.path] ?? []) : []).map((more) =>
    Object.fromEntries(Object.entries({ ...query, ...more }).filter(([, value]) => value !== '')),
  ),
]
