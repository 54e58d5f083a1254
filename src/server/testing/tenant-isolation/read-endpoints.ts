import type { TestApp } from '#server/testing/app.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { bases } from '#shared/reports.ts'
import type { Tenant } from './references.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName, listFurtherQueries } from './samples.ts'

export type ReadReply = { status: number; text: string }

/** Replies that change from call to call. */
const changingEndpoints = new Set(['GET /api/account/exports/:id/download'])

const isRead = (endpoint: AnyEndpoint) =>
  endpoint.access === 'user' && (endpoint.method === 'GET' || endpoint.kind === 'file') && !changingEndpoints.has(getEndpointName(endpoint))

/** Reads everything that a user can read. @returns the replies by URL */
export type ReadEndpoints = (app: TestApp, owner: Tenant) => Promise<Map<string, ReadReply>>

/** Calls each endpoint once. */
export const readEndpointsOnce: ReadEndpoints = (app, owner) => read(app, owner, (endpoint) => [buildQuery(endpoint, owner)])

/** Calls lists and reports with all of their queries: a missing condition shows in a figure, and in no row. */
export const readEndpointsWithAllQueries: ReadEndpoints = (app, owner) => read(app, owner, (endpoint) => listQueries(endpoint, owner))

const read = async (
  app: TestApp,
  owner: Tenant,
  listQueries: (endpoint: AnyEndpoint) => Record<string, string>[],
): Promise<Map<string, ReadReply>> => {
  const answers = new Map<string, ReadReply>()
  for (const { endpoint } of app.routes.filter(({ endpoint }) => isRead(endpoint)))
    for (const query of listQueries(endpoint)) {
      const url = buildUrl(endpoint, buildPathParams(endpoint, owner), query)
      const reply = await app.send(owner, endpoint.method, url, buildBody(endpoint, owner))
      answers.set(`${endpoint.method} ${url}`, { status: reply.status, text: reply.bytes.toString('latin1') })
    }
  return answers
}

/** Each further value alone, on each basis, and of all customers; those of them that the schema allows. */
const listQueries = (endpoint: AnyEndpoint, owner: Tenant): Record<string, string>[] => {
  const query = buildQuery(endpoint, owner)
  const { query: schema } = endpoint
  // Files have the rows of the lists, except those of reports.
  if (!schema || (endpoint.kind === 'file' && !query.type)) return [query]
  const { customerId: _, ...ofAll } = query
  return [query, ...listFurtherQueries(endpoint, owner)]
    .flatMap((more) => [query, ofAll].flatMap((of) => [{ ...of, ...more }, ...bases.map((basis) => ({ ...of, ...more, basis }))]))
    .filter((each) => schema.safeParse(each).success)
}
