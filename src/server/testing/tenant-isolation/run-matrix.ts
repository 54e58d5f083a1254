import type { Route } from '#server/platform/http/route.ts'
import { listCases, type MatrixCase } from './cases.ts'
import { createSecondSession, type Fixture, getIdempotencyKey, waitForJobs } from './fixture.ts'
import { createFingerprint, createLeakPattern, findLeaks, listChangedTables } from './leaks.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName, password } from './samples.ts'
import { createTenant, type Tenant } from './tenant.ts'

type Method = Route['endpoint']['method']

/** What a walk found; `faults` are sentences. */
export type MatrixResult = { cells: number; faults: string[] }

/**
 * Goes over every cell of the matrix of these routes, and looks after each row of it whether anything of ada's has changed.
 * @param routes those of the whole table, unless said otherwise
 */
export const runMatrix = async (world: Fixture, routes: readonly Route[] = world.app.routes): Promise<MatrixResult> => {
  const { app, ada } = world
  const marks = createLeakPattern(ada)
  const fingerprint = await createFingerprint(app, ada)
  const faults: string[] = []
  let cells = 0
  let before = await fingerprint()
  for (const { endpoint } of routes) {
    const row = listCases(world, endpoint)
    cells += row.length
    const found = await Promise.all(row.map((cell) => faultsOf(world, endpoint.method, cell, marks)))
    faults.push(...row.flatMap(({ column }, i) => found[i]!.map((fault) => `${getEndpointName(endpoint)}: ${column}: ${fault}`)))
    const after = await fingerprint()
    const tables = listChangedTables(before, after)
    if (tables.length > 0) faults.push(`${getEndpointName(endpoint)}: changes ada’s ${tables.join(', ')}`)
    before = after
  }
  return { cells, faults }
}

const faultsOf = async (
  { app }: Fixture,
  method: Method,
  { who, url, body, headers, wrong, insteadOf }: MatrixCase,
  marks: RegExp,
): Promise<string[]> => {
  const [reply, other] = await Promise.all([
    app.send(who, method, url, body, headers),
    insteadOf && app.send(who, method, insteadOf.url, insteadOf.body, headers),
  ])
  const said = findLeaks(marks, reply, `${url} ${JSON.stringify(body ?? '')}`)
  const isTold = other && !(other.status === reply.status && other.bytes.equals(reply.bytes))
  return [
    ...(said.length > 0 ? [`tells ${said.join(', ')}`] : []),
    ...(isTold ? ['answers otherwise than for a row that isn’t there'] : []),
    ...[wrong(reply) ?? []].flat(),
  ]
}

/** Whether bea still reads of her own exactly what she read before ada was there. */
export const compareReads = async ({ app, ada, bea, read, before }: Fixture): Promise<MatrixResult> => {
  const marks = createLeakPattern(ada)
  const now = await read(app, bea)
  const faults = [...now].flatMap(([call, { status, text }]) => {
    const was = before.get(call)
    const said = findLeaks(marks, { bytes: Buffer.from(text, 'latin1'), headers: {} }, call)
    return [
      ...(said.length > 0 ? [`${call}: one’s own: tells ${said.join(', ')}`] : []),
      ...(was?.status === status && was.text === text ? [] : [`${call}: one’s own: answers otherwise than before ada was there`]),
    ]
  })
  return { cells: now.size, faults }
}

/** What would stand in the way of others comes after them; deletions of what lies below others before those, and the account's own at the end. */
const order = ({ endpoint: { method, path } }: Route): number => {
  if (path === '/api/account/delete') return 5
  if (path.endsWith('/restore')) return 4
  if (path.startsWith('/api/account/sessions/:')) return 0
  if (method === 'DELETE') return path.split(':').length > 2 ? 2 : 3
  return /(convert|accept|decline|mark-paid|recovery-codes)$/.test(path) ? 2 : 1
}

/**
 * Has somebody new make all changes to his own, each with an Idempotency-Key of ada's: they succeed, tell nothing of her and change nothing of hers.
 * @param name what he is called; another one for each walk
 * @returns the statuses too, by the call's name
 */
export const changeOwnRecords = async (
  world: Fixture,
  name: string,
): Promise<MatrixResult & { statuses: Map<string, number>; own: Tenant }> => {
  const { app, ada } = world
  const marks = createLeakPattern(ada)
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
  for (const route of changes.toSorted((a, b) => order(a) - order(b))) {
    const { endpoint } = route
    const call = getEndpointName(endpoint)
    const body = buildBody(endpoint, own)
    const url = buildUrl(endpoint, buildPathParams(endpoint, own), buildQuery(endpoint, own))
    const reply = await app.send(own, endpoint.method, url, body, { 'idempotency-key': getIdempotencyKey(route) })
    statuses.set(call, reply.status)
    if (reply.status >= 500) faults.push(`${call}: one’s own: answers ${reply.status}`)
    const said = findLeaks(marks, reply, JSON.stringify(body ?? ''))
    if (said.length > 0) faults.push(`${call}: one’s own: tells ${said.join(', ')}`)
    const after = await fingerprint()
    const tables = listChangedTables(before, after)
    if (tables.length > 0) faults.push(`${call}: one’s own: changes ada’s ${tables.join(', ')}`)
    before = after
  }
  // What they have queued works on his rows alone, too.
  await waitForJobs(app)
  const tables = listChangedTables(before, await fingerprint())
  if (tables.length > 0) faults.push(`the jobs of all that: change ada’s ${tables.join(', ')}`)
  return { cells: changes.length, faults, statuses, own }
}
