import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFixture, type Fixture } from '#server/testing/tenant-isolation/fixture.ts'
import { runCrossTenantJobs } from '#server/testing/tenant-isolation/jobs.ts'
import { createLeakPattern, listOwnedTables } from '#server/testing/tenant-isolation/leaks.ts'
import { listRoutes, pagesWithoutOwner, routesOutsideContract } from '#server/testing/tenant-isolation/other-routes.ts'
import { readEndpointsOnce } from '#server/testing/tenant-isolation/read-endpoints.ts'
import { changeOwnRecords, compareReads, runMatrix } from '#server/testing/tenant-isolation/run-matrix.ts'
import { buildBody, buildQuery, getEndpointName } from '#server/testing/tenant-isolation/samples.ts'

// Tenant isolation over the whole route table. single-layer.test.ts runs the same matrix with one of the two layers disabled.

// A busy machine may need longer.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let world: Fixture
beforeAll(async () => {
  world = await createFixture(readEndpointsOnce)
})
afterAll(() => world.app.close())

describe('the matrix is complete', () => {
  test('every route of the server is in the contract, or in the list of other routes', () => {
    const { app } = world
    const known = [
      ...app.routes.map(({ endpoint }) => getEndpointName(endpoint)),
      ...routesOutsideContract.map(({ route }) => route),
      ...pagesWithoutOwner,
    ]
    const blurred = (name: string) => name.replace(/:\w+/g, ':')
    expect(listRoutes(app.http).toSorted()).toEqual([...new Set(known.map(blurred))].toSorted())
    expect(new Set(app.routes.map(({ endpoint }) => endpoint.access))).toEqual(new Set(['user', 'admin', 'public']))
    expect(
      app.routes.filter(({ endpoint }) => endpoint.path.startsWith('/api/admin/')).every(({ endpoint }) => endpoint.access === 'admin'),
    ).toBe(true)
  })

  test('the sample of each route is accepted, so that refusals are those of authorization and not of validation', () => {
    const { app, bob } = world
    for (const { endpoint } of app.routes) {
      const body = endpoint.body.safeParse(buildBody(endpoint, bob))
      expect([getEndpointName(endpoint), body.error?.issues ?? []]).toEqual([getEndpointName(endpoint), []])
      if (endpoint.query)
        expect([getEndpointName(endpoint), endpoint.query.safeParse(buildQuery(endpoint, bob)).error?.issues ?? []]).toEqual([
          getEndpointName(endpoint),
          [],
        ])
    }
  })
})

test('no request of another user leaks or changes anything of ada’s', async () => {
  const { cases: cells, faults } = await runMatrix(world)
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(600)
  // One access of the admin is recorded: that of the former admin.
  expect((await world.app.sql('select * from admin_lookups')).length).toBe(1)
})

test('bea reads her own records byte by byte as before ada was created', async () => {
  const { cases: cells, faults } = await compareReads(world)
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(50)
})

test('changes of own records with ada’s idempotency keys change nothing of ada’s', async () => {
  const { faults, statuses } = await changeOwnRecords(world, 'carl')
  expect(faults).toEqual([])
  // All others succeed.
  expect(Object.fromEntries([...statuses].filter(([, status]) => status >= 300))).toEqual(refusedToOwners)
  const marks = createLeakPattern(world.ada)
  expect((await world.app.mails(0)).slice(world.sent).filter((mail) => JSON.stringify(mail).match(marks))).toEqual([])
})

/** Changes that need more than one call: a code, a link, a customer's payment, or a new account. */
const refusedToOwners = {
  'DELETE /api/customers/:id': 409,
  'POST /api/customers/:id/credit/apply': 409,
  'POST /api/invoices/:id/credit-applications': 409,
  // Their emails were sent by then.
  'DELETE /api/estimates/:id/scheduled-send': 404,
  // The estimate was deleted by then.
  'DELETE /api/estimates/:id/deposit': 404,
  'DELETE /api/invoices/:id/scheduled-send': 404,
  'POST /api/account/email/resend': 429,
  'POST /api/account/two-factor/confirm': 400,
  'POST /api/account/two-factor/off': 409,
  'POST /api/account/two-factor/recovery-codes': 409,
  // The newest closing, which was reopened before, and a customer of another user's.
  'POST /api/books/closings/:id/reopen': 409,
  'POST /api/books/opening-balances/import': 400,
  'POST /api/business-profile': 409,
  // The invoice has a payment under review, and the credit note was voided before.
  'POST /api/credit-notes': 409,
  'POST /api/credit-notes/:id/emails/:emailId/retry': 409,
  // The note is for an invoice.
  'POST /api/credit-notes/:id/refunds': 409,
  'POST /api/credit-notes/:id/send-email': 409,
  // The invoice was sent.
  'DELETE /api/invoices/:id/deductions/:depositId': 409,
  'POST /api/invoices/:id/deposits': 409,
  'PUT /api/invoices/:id/deductions/:depositId': 409,
  'POST /api/invoices/:id/attempts/:attemptId/accept': 409,
  'POST /api/invoices/:id/automatic-payment/stop': 409,
  // Reminders are off, and a payment is under review.
  'POST /api/invoices/:id/late-fees': 409,
  'POST /api/invoices/:id/late-fees/waive': 409,
  'POST /api/invoices/:id/reminders/send': 409,
  'POST /api/invoices/:id/reminders/skip': 409,
  'POST /api/invoices/:id/undo-send': 409,
  'POST /api/invoices/:id/write-offs': 409,
  'POST /api/invoices/:ref/paypal-order': 409,
  'POST /api/invoices/:ref/paypal-order/:orderId/capture': 409,
  'POST /api/public/confirm-email': 404,
  'POST /api/public/estimate/:publicId/decline': 409,
  'POST /api/public/invoice/:publicId/save-card': 409,
}

test('a job of bob’s with ada’s ids does nothing, and sends nothing', async () => {
  const { cases: cells, faults } = await runCrossTenantJobs(world)
  expect(faults).toEqual([])
  expect(cells).toBeGreaterThan(15)
})

test.each(routesOutsideContract)('$route answers a visitor $status', async ({ route, url, status, body }) => {
  const { app, ada, ended, deleted: gone } = world
  const [method] = route.split(' ') as ['GET' | 'POST' | 'PUT']
  for (const who of [null, ended, gone]) {
    const reply = await app.send(who, method, url(ada), body)
    expect(reply.status).toBe(status)
    expect(reply.bytes.toString('latin1')).not.toMatch(createLeakPattern(ada))
  }
})

/** Tables of which the app's role may only add rows, or change some columns. */
const onlyAdded = [...['events', 'security_events', 'journal_entries', 'journal_lines', 'book_closings', 'movements', 'manual_entries']]

test('the database itself refuses: without a filter, no row of another user is visible or changeable', async () => {
  const { app, ada, demoted, bob } = world
  for (const table of await listOwnedTables(app)) {
    const seen = (userId: number) => app.database.asUser(userId, (db) => db.rows<{ user_id: number }>(`select user_id from ${table}`))
    expect([table, (await seen(bob.userId)).filter(({ user_id }) => user_id !== bob.userId)]).toEqual([table, []])
    expect([table, (await seen(ada.userId)).filter(({ user_id }) => user_id !== ada.userId)]).toEqual([table, []])
    expect([table, await app.database.asNobody((db) => db.rows(`select user_id from ${table}`))]).toEqual([table, []])
    const touch = app.database.asUser(demoted.userId, (db) => db.rows(`update ${table} set user_id = user_id returning 1`))
    if (onlyAdded.includes(table)) await expect(touch).rejects.toThrow(/permission denied/)
    else expect([table, await touch]).toEqual([table, []])
  }
  const steal = (text: string, values: unknown[]) => app.database.asUser(bob.userId, (db) => db.rows(text, values))
  await expect(steal('insert into customers (user_id, name) values ($1, $2)', [ada.userId, 'planted'])).rejects.toThrow(
    /row-level security/,
  )
  await expect(
    steal('insert into expenses (user_id, customer_id, category, description, amount, expense_date) values ($1, $2, $3, $3, 1, $4)', [
      bob.userId,
      ada.ids.customers,
      'x',
      '2026-01-01',
    ]),
  ).rejects.toThrow(/foreign key/)
  for (const id of [ada.ids.invoices, ada.ids.estimates]) {
    const email = "insert into document_emails (user_id, document_id, to_address, subject) values ($1, $2, 'bob@example.com', 'planted')"
    await expect(steal(email, [bob.userId, id])).rejects.toThrow(/foreign key/)
    await expect(steal(email, [ada.userId, id])).rejects.toThrow(/row-level security/)
    const event = "insert into events (user_id, subject_type, subject_id, kind, actor) values ($1, 'invoice', $2, 'edited', 'bob')"
    await expect(steal(event, [ada.userId, id])).rejects.toThrow(/row-level security/)
  }
  await expect(steal('select enqueue_job($1, $2)', ['invoices.send', JSON.stringify({ userId: ada.userId })])).rejects.toThrow(
    /another user/,
  )
})

test('the app connects as a role that owns nothing and cannot bypass the policies', async () => {
  const [role] = await world.app.database.asNobody((db) =>
    db.rows<{ bypass: boolean; owned: number }>(
      'select rolbypassrls or rolsuper as bypass, (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user',
    ),
  )
  expect(role).toEqual({ bypass: false, owned: 0 })
})
