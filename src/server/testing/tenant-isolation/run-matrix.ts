import type { Route } from '#server/platform/http/route.ts'
import { listCases, type MatrixCase } from './cases.ts'
import { createSecondSession, type Fixture, getIdempotencyKey, waitForJobs } from './fixture.ts'
import { createFingerprint, createLeakPattern, findLeaks, listChangedTables } from './leaks.ts'
import type { Tenant } from './references.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName, password } from './samples.ts'
import { createTenant } from './tenant.ts'

type Method = Route['endpoint']['method']

/** The result of a run; `faults` are sentences. */
export type MatrixResult = { cases: number; faults: string[] }

/**
 * Runs every case of the matrix for these routes, and checks after each route whether anything of ada's has changed.
 * @param routes by default all of them
 */
export const runMatrix = async (fixture: Fixture, routes: readonly Route[] = fixture.app.routes): Promise<MatrixResult> => {
  const { app, ada } = fixture
  const leakPattern = createLeakPattern(ada)
  const fingerprint = await createFingerprint(app, ada)
  const faults: string[] = []
  let cases = 0
  let before = await fingerprint()
  for (const { endpoint } of routes) {
    // Of all the refusals of a matrix, its own address would be limited.
    await app.sql("delete from rate_counts where key like 'requests address:%'")
    const row = listCases(fixture, endpoint)
    cases += row.length
    const found = await Promise.all(row.map((matrixCase) => listFaults(fixture, endpoint.method, matrixCase, leakPattern)))
    faults.push(...row.flatMap(({ label }, i) => found[i]!.map((fault) => `${getEndpointName(endpoint)}: ${label}: ${fault}`)))
    const after = await fingerprint()
    const tables = listChangedTables(before, after)
    if (tables.length > 0) faults.push(`${getEndpointName(endpoint)}: changes ada’s ${tables.join(', ')}`)
    before = after
  }
  return { cases, faults }
}

const listFaults = async (
  { app }: Fixture,
  method: Method,
  { caller, url, body, headers, check, missingCall }: MatrixCase,
  leakPattern: RegExp,
): Promise<string[]> => {
  const [reply, other] = await Promise.all([
    app.send(caller, method, url, body, headers),
    missingCall && app.send(caller, method, missingCall.url, missingCall.body, headers),
  ])
  const leaks = findLeaks(leakPattern, reply, `${url} ${JSON.stringify(body ?? '')}`)
  const differs = other && !(other.status === reply.status && other.bytes.equals(reply.bytes))
  return [
    ...(leaks.length > 0 ? [`leaks ${leaks.join(', ')}`] : []),
    ...(differs ? ['replies otherwise than for a record that does not exist'] : []),
    ...[check(reply) ?? []].flat(),
  ]
}

/** Whether bea still reads of her own exactly what she read before ada was created. */
export const compareReads = async ({ app, ada, bea, read, before }: Fixture): Promise<MatrixResult> => {
  const leakPattern = createLeakPattern(ada)
  const now = await read(app, bea)
  const faults = [...now].flatMap(([call, { status, text }]) => {
    const previous = before.get(call)
    const leaks = findLeaks(leakPattern, { bytes: Buffer.from(text, 'latin1'), headers: {} }, call)
    return [
      ...(leaks.length > 0 ? [`${call}: own records: leaks ${leaks.join(', ')}`] : []),
      ...(previous?.status === status && previous.text === text ? [] : [`${call}: own records: differs from before ada was created`]),
    ]
  })
  return { cases: now.size, faults }
}

/**
 * Calls run in an order in which none prevents another: deletions of child records before those of their parents, the account's own deletion last.
 */
const getOrder = ({ endpoint: { method, path } }: Route): number => {
  if (path === '/api/account/delete') return 5
  if (path.endsWith('/restore')) return 4
  if (path.startsWith('/api/account/sessions/:')) return 0
  if (method === 'DELETE') return path.split(':').length > 2 ? 2 : 3
  return /(convert|progress|accept|decline|disconnect|mark-paid|recovery-codes)$/.test(path) ? 2 : 1
}

/**
 * Lets a new user make all changes to their own records, each with an idempotency key of ada's: they succeed, leak and change
 * nothing of ada’s.
 * @param name of the user; another one for each run
 * @returns also the statuses by endpoint
 */
export const changeOwnRecords = async (
  fixture: Fixture,
  name: string,
): Promise<MatrixResult & { statuses: Map<string, number>; own: Tenant }> => {
  const { app, ada } = fixture
  const leakPattern = createLeakPattern(ada)
  const own = await createTenant(app, await app.person(name, { password }), name.toUpperCase())
  await app.sql('update users set stripe_customer_id = null, subscription_account = null where id = $1', [own.userId])
  await createSecondSession(app, own)
  const sessions = (await app.call(own, 'GET', '/api/account/sessions')) as { ref: string; isCurrent: boolean }[]
  own.sessionRef = sessions.find(({ isCurrent }) => !isCurrent)!.ref
  const fingerprint = await createFingerprint(app, ada)
  const changes = app.routes.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'admin')
  const statuses = new Map<string, number>()
  const faults: string[] = []
  let before = await fingerprint()
  for (const route of changes.toSorted((a, b) => getOrder(a) - getOrder(b))) {
    const { endpoint } = route
    const call = getEndpointName(endpoint)
    const body = buildBody(endpoint, own)
    const url = buildUrl(endpoint, buildPathParams(endpoint, own), buildQuery(endpoint, own))
    const reply = await app.send(own, endpoint.method, url, body, { 'idempotency-key': getIdempotencyKey(route) })
    statuses.set(call, reply.status)
    if (reply.status >= 500) faults.push(`${call}: own records: replies ${reply.status}`)
    const leaks = findLeaks(leakPattern, reply, JSON.stringify(body ?? ''))
    if (leaks.length > 0) faults.push(`${call}: own records: leaks ${leaks.join(', ')}`)
    const after = await fingerprint()
    const tables = listChangedTables(before, after)
    if (tables.length > 0) faults.push(`${call}: own records: changes ada’s ${tables.join(', ')}`)
    before = after
  }
  // The jobs that were queued act on the user's own records only.
  await waitForJobs(app)
  const tables = listChangedTables(before, await fingerprint())
  if (tables.length > 0) faults.push(`the jobs of all that: change ada’s ${tables.join(', ')}`)
  return { cases: changes.length, faults, statuses, own }
}
