import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, type Person, type Reply, type TestApp } from '#server/testing/app.ts'
import type { Method } from '#server/testing/contract.ts'
import { waitForJobs } from '#server/testing/tenant-isolation/fixture.ts'
import { readEndpointsOnce } from '#server/testing/tenant-isolation/read-endpoints.ts'
import { getEndpointName } from '#server/testing/tenant-isolation/samples.ts'
import { createTenant } from '#server/testing/tenant-isolation/tenant.ts'
import { createDerivedPreparation } from '#server/testing/write-scopes/derived-calls.ts'
import { listDocumentCalls } from '#server/testing/write-scopes/document-calls.ts'
import { listInvoiceCalls } from '#server/testing/write-scopes/invoice-calls.ts'
import { createPreparations, type WriteCall } from '#server/testing/write-scopes/preparations.ts'
import { listRecordCalls } from '#server/testing/write-scopes/record-calls.ts'
import { watchWrites } from '#server/testing/write-scopes/written-areas.ts'
import { conditionalScopes, getRequiredScopes, type Scope, scopes } from '#shared/token-scopes.ts'

// What each change of an API token writes, found by comparing all tables, against the scopes that it asks for; and the invoices that it counts.
// With WRITE_SCOPES_TABLE=<file> it writes the table there, as Markdown.

// A busy machine may need longer.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let app: TestApp
let ada: Person
let calls: WriteCall[]
let derive: ReturnType<typeof createDerivedPreparation>
let findWritten: () => Promise<string[]>
const tokens = new Map<string, string>()
beforeAll(async () => {
  app = await createTestApp()
  ada = await app.person('ada')
  await app.call(ada, 'POST', '/api/business-profile', { businessName: 'Ada & Co.', email: 'ada@example.com', timeZone: 'UTC' })
  const of = createPreparations(app, ada)
  calls = [...listRecordCalls(of), ...listDocumentCalls(of), ...listInvoiceCalls(of)]
  const special = new Set(calls.map(({ endpoint }) => endpoint))
  calls.push(...listOpenChanges().flatMap((endpoint) => (special.has(endpoint) ? [] : [{ endpoint }])))
  derive = createDerivedPreparation(of)
  findWritten = await watchWrites(app, ada)
})
afterAll(() => app.close())

/** The changes that API tokens may make. */
const listOpenChanges = () =>
  app.routes
    .filter(({ endpoint }) => endpoint.method !== 'GET' && getRequiredScopes(endpoint) !== null)
    .map(({ endpoint }) => getEndpointName(endpoint))

const tokenWith = async (allowed: readonly Scope[]): Promise<string> => {
  const made =
    tokens.get(allowed.join()) ??
    (await app.call(ada, 'POST', '/api/account/tokens', { name: 'T', scopes: allowed, expiresInDays: null })).token
  tokens.set(allowed.join(), made)
  return made
}

const order = (some: readonly Scope[]) => scopes.filter((scope) => some.includes(scope))
const split = (endpoint: string) => endpoint.split(' ') as [Method, string]
const needsOf = ({ endpoint, further }: WriteCall): Scope[] => {
  const [method, path] = split(endpoint)
  return order([...getRequiredScopes({ method, path })!, ...(further ? [further] : [])])
}

type Count = { used: number; invoices: number }
const countInvoices = async (): Promise<Count> =>
  (
    await app.sql<Count>(
      `select trial_invoices_used as used, (select count(*)::int from documents d where d.user_id = u.id and d.type = 'invoice' and not d.is_opening_balance) as invoices
       from users u where id = $1`,
      [ada.userId],
    )
  )[0]!

/** Prepares a call with all of the trial left. @returns a function that makes the call with a token of these scopes */
const prepare = async (call: WriteCall) => {
  await app.sql("update users set trial_invoices_used = 0, subscription_status = 'active' where id = $1", [ada.userId])
  const { params = {}, body } = await (call.prepare?.() ?? derive(call.endpoint))
  await app.sql("update users set subscription_status = 'trial' where id = $1", [ada.userId])
  await waitForJobs(app)
  await findWritten()
  const [method, path] = split(call.endpoint)
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
  return async (allowed: readonly Scope[]): Promise<Reply> => {
    const reply = await app.send(null, method, url, body ?? (method === 'POST' || method === 'PUT' ? {} : undefined), {
      authorization: `Bearer ${await tokenWith(allowed)}`,
    })
    await waitForJobs(app)
    return reply
  }
}

test('every change that tokens may make is tried, and so is each case in which it needs a further scope', () => {
  expect([...new Set(calls.map(({ endpoint }) => endpoint))].toSorted()).toEqual(listOpenChanges().toSorted())
  const further = calls.flatMap(({ endpoint, further }) => (further ? [`${endpoint} ${further}`] : []))
  expect([...new Set(further)].toSorted()).toEqual(
    Object.entries(conditionalScopes)
      .map(([endpoint, [scope]]) => `${endpoint} ${scope}`)
      .toSorted(),
  )
})

describe('each change', () => {
  test('needs the scopes of what it writes and no other, and counts the invoices that it makes', async () => {
    const faults: string[] = []
    const table = ['| Change | Writes | Asks | Counts |', '| --- | --- | --- | --- |']
    for (const call of calls) {
      const name = `${call.endpoint}${call.case ? ` (${call.case})` : ''}`
      const make = await prepare(call)
      const needed = needsOf(call)
      for (const missing of needed) {
        const reply = await make(scopes.filter((scope) => scope !== missing))
        const written = await findWritten()
        if (reply.status !== 403 || !JSON.stringify(reply.body).includes(missing))
          faults.push(`${name}: without ${missing}: ${reply.status}`)
        if (written.length > 0) faults.push(`${name}: without ${missing}: writes ${written}`)
      }
      const before = await countInvoices()
      if (call.invoices) {
        await app.sql('update users set trial_invoices_used = 10 where id = $1', [ada.userId])
        const { status, body } = await make(needed)
        // A recurring invoice is made by a job, which waits for a plan.
        if (status !== 403 || body.requiresSubscription !== true) faults.push(`${name}: after the trial: ${status} ${JSON.stringify(body)}`)
        if ((await findWritten()).length > 0) faults.push(`${name}: after the trial: writes`)
        await app.sql('update users set trial_invoices_used = 0 where id = $1', [ada.userId])
      }
      const reply = await make(needed)
      if (reply.status >= 300) faults.push(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`)
      const written = await findWritten()
      const expected = call.writesNothing ? [] : needed.filter((scope) => scope !== call.unwritten)
      if (written.join() !== expected.join()) faults.push(`${name}: asks ${needed}, writes ${written}`)
      const { used, invoices } = await countInvoices()
      if (used !== (call.invoices ?? 0)) faults.push(`${name}: counts ${used} invoices`)
      if (invoices - before.invoices > used) faults.push(`${name}: makes ${invoices - before.invoices} invoices`)
      await call.afterwards?.()
      table.push(`| ${name} | ${written.join(' ') || '-'} | ${needed.join(' ')} | ${used} |`)
    }
    const { WRITE_SCOPES_TABLE: file } = process.env
    if (file) writeFileSync(file, `${table.join('\n')}\n`)
    expect(faults).toEqual([])
  })
})

test('a read writes nothing', async () => {
  const bea = await createTenant(app, await app.person('bea'), 'BEA')
  await waitForJobs(app)
  const findWrittenOfBea = await watchWrites(app, bea)
  expect((await readEndpointsOnce(app, bea)).size).toBeGreaterThan(50)
  await waitForJobs(app)
  expect(await findWrittenOfBea()).toEqual([])
})
