import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#app/rate-limits.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { toMissing, withNumericIds } from '#server/testing/tenant-isolation/cases.ts'
import { waitForJobs } from '#server/testing/tenant-isolation/fixture.ts'
import { createFingerprint, listChangedTables } from '#server/testing/tenant-isolation/leaks.ts'
import type { Tenant } from '#server/testing/tenant-isolation/references.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName } from '#server/testing/tenant-isolation/samples.ts'
import { createTenant } from '#server/testing/tenant-isolation/tenant.ts'

let app: TestApp
let ada: Tenant
let bob: Person
beforeAll(async () => {
  app = await createTestApp()
  ada = await createTenant(app, await app.person('ada'), 'ADA')
  bob = await app.person('bob')
  await waitForJobs(app)
}, 400_000)
afterAll(() => app.close())

/** Sets the counters of rate limits. */
const counted = (key: string, count: number) =>
  app.sql(
    "insert into rate_counts values ($1, $2, now() + interval '5 minutes') on conflict (key) do update set count = $2, ends_at = excluded.ends_at",
    [key, count],
  )

/** GETs that write, and what they write: a customer's view, the progress of an export, and the checkout page that a customer opened. */
const mayChange: Record<string, string[]> = {
  'GET /api/public/invoice/:publicId': ['events', 'documents', 'jobs'],
  'GET /api/account/exports/:id/download': ['data_exports', 'jobs'],
  'GET /pay/:publicId/checkout': ['payment_attempts', 'jobs', 'events'],
}

test('no GET changes data, so that following a link is safe', async () => {
  const fingerprint = await createFingerprint(app, ada)
  const wrong: string[] = []
  let before = await fingerprint()
  // The export comes last: it may still write after its answer.
  const isArchive = (path: string) => path.startsWith('/api/account/exports/') && path.endsWith('/download')
  const reads = app.routes
    .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access !== 'admin')
    .toSorted((a, b) => Number(isArchive(a.endpoint.path)) - Number(isArchive(b.endpoint.path)))
  expect(reads.length).toBeGreaterThan(50)
  for (const { endpoint } of reads)
    for (const who of endpoint.access === 'public' ? [ada, bob, null] : [ada]) {
      await app.send(who, 'GET', buildUrl(endpoint, buildPathParams(endpoint, ada), buildQuery(endpoint, ada)))
      const after = await fingerprint()
      const name = getEndpointName(endpoint)
      const unforeseen = listChangedTables(before, after).filter((table) => !mayChange[name]?.includes(table))
      if (unforeseen.length > 0) wrong.push(`${name}: ${unforeseen.join(', ')}`)
      before = after
    }
  expect(wrong).toEqual([])
  // The next test compares the tables again.
  const running = () => app.sql("select id from data_exports where user_id = $1 and state = 'running'", [ada.userId])
  await expect.poll(running, { timeout: 60_000 }).toEqual([])
})

/** The same records with invoices and estimates exchanged. */
const exchangeTypes = ({ ids, deleted, emailIds, publicIds, ...rest }: Tenant): Tenant => ({
  ...rest,
  ids: { ...ids, invoices: ids.estimates!, estimates: ids.invoices! },
  deleted: { ...deleted, invoices: deleted.estimates!, estimates: deleted.invoices! },
  emailIds: { ...emailIds, invoices: emailIds.estimates!, estimates: emailIds.invoices! },
  publicIds: { ...publicIds, invoice: publicIds.estimate!, estimate: publicIds.invoice! },
})

test('the id of an estimate names no invoice, nor the id of an invoice an estimate', async () => {
  const fingerprint = await createFingerprint(app, ada)
  const before = await fingerprint()
  const endpoints = app.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ path }) => /^\/api\/(public\/)?(invoice|estimate)s?\/:|^\/pay\//.test(path))
  expect(endpoints.length).toBeGreaterThan(30)
  const wrong: string[] = []
  for (const endpoint of endpoints) {
    const ask = (owner: Tenant) =>
      app.send(
        ada,
        endpoint.method,
        buildUrl(endpoint, buildPathParams(endpoint, owner), buildQuery(endpoint, ada)),
        buildBody(endpoint, ada),
      )
    const [other, missing] = [await ask(exchangeTypes(ada)), await ask(withNumericIds(toMissing(ada)))]
    const isRefused = other.status === (endpoint.kind === 'redirect' ? 303 : 404) && other.status === missing.status
    if (!isRefused || other.bytes.toString() !== missing.bytes.toString())
      wrong.push(`${getEndpointName(endpoint)}: ${other.status} ${other.bytes.toString().slice(0, 100)}`)
  }
  expect(wrong).toEqual([])
  expect((await app.send(ada, 'GET', `/api/invoices/download?ids=${ada.ids.estimates}`)).status).toBe(404)
  expect(listChangedTables(before, await fingerprint())).toEqual([])
})

test('cross-site requests are refused, for every method and every way in which browsers mark them', async () => {
  const own = new URL(app.origin).origin
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${own}.evil.example` },
    { origin: own.replace('http:', 'https:') },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site', origin: 'null' },
    { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
  ]
  const changes = app.routes.filter(({ endpoint }) => endpoint.method !== 'GET')
  expect(new Set(changes.map(({ endpoint }) => endpoint.method))).toEqual(new Set(['POST', 'PUT', 'DELETE']))
  for (const { endpoint } of changes) {
    const url = buildUrl(endpoint, buildPathParams(endpoint, ada), {})
    for (const headers of foreign) {
      const { status, body } = await app.send(ada, endpoint.method, url, buildBody(endpoint, ada), headers)
      expect([getEndpointName(endpoint), headers, status, body.message]).toEqual([
        getEndpointName(endpoint),
        headers,
        403,
        'This request comes from another site and was refused',
      ])
    }
  }
  // Requests of the app itself, of the address bar, and of an API client, which has no cookies of a browser.
  for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: own }, { origin: own }, { 'sec-fetch-site': 'none' }, {}] as Record<
    string,
    string
  >[])
    expect((await app.send(bob, 'POST', '/api/customers', { name: 'Fine' }, headers)).status).toBeLessThan(300)
})

test('each rate limit applies to its endpoints, tells when to retry, and prevents the operation', async () => {
  const by = new Map(app.routes.map(({ endpoint }) => [getEndpointName(endpoint), endpoint]))
  for (const [what, { max, per, windowSeconds }] of Object.entries(limits)) {
    const endpoints = [...by.values()].filter(({ limit }) => limit === what)
    expect([what, endpoints.length > 0]).toEqual([what, true])
    expect(windowSeconds).toBeGreaterThanOrEqual(300)
    for (const endpoint of endpoints) {
      const places = buildPathParams(endpoint, ada)
      if (per === 'document' && places.ref) places.ref = ada.publicIds.invoice!
      const key = per === 'user' ? `${what} user:${ada.userId}` : `${what} paper:${places.publicId ?? places.ref}`
      await counted(key, max)
      const fingerprint = await createFingerprint(app, ada)
      const before = await fingerprint()
      const body =
        getEndpointName(endpoint) === 'POST /api/invoices'
          ? { ...(buildBody(endpoint, ada) as object), status: 'sent' }
          : buildBody(endpoint, ada)
      // Signing in to another account does not raise the limit of a document.
      for (const who of per === 'user' ? [ada] : [null, bob]) {
        const reply = await app.send(who, endpoint.method, buildUrl(endpoint, places, buildQuery(endpoint, ada)), body)
        expect([getEndpointName(endpoint), who?.email, reply.status, reply.body?.message]).toEqual([
          getEndpointName(endpoint),
          who?.email,
          429,
          `Too many ${what} within a short time. Please try again in 5 minutes.`,
        ])
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(240)
      }
      expect([getEndpointName(endpoint), listChangedTables(before, await fingerprint())]).toEqual([getEndpointName(endpoint), []])
    }
  }
})

test('a repeated idempotent save is not counted, and drafts are not counted as emails', async () => {
  const key = `emails user:${bob.userId}`
  const customer = (await app.send(bob, 'POST', '/api/customers', { name: 'Acme', email: 'acme@example.com' })).body.id
  const invoice = (invoiceNumber: string, status: string) => ({
    ...{ customerId: customer, invoiceNumber, issueDate: '2026-01-02', dueDate: '2026-01-31', status },
    lineItems: [{ description: 'Hour', quantity: 1, unitPrice: 10 }],
  })
  const save = (number: string, status: string, repeated: string) =>
    app.send(bob, 'POST', '/api/invoices', invoice(number, status), { 'idempotency-key': repeated })
  const first = await save('A-1', 'sent', 'one')
  expect(first.status).toBe(201)
  await counted(key, 500)
  expect(await save('A-1', 'sent', 'one')).toMatchObject({ status: 201, body: first.body })
  expect((await save('A-2', 'draft', 'two')).status).toBe(201)
  expect((await save('A-3', 'sent', 'three')).status).toBe(429)
})
