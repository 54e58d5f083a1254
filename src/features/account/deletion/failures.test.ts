import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginExport } from '#features/account/export/testing/archive.ts'
import { createFullAccount } from '#features/account/testing/full-account.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { deriveStripeKeys } from '#simulators/stripe/stripe-simulator.ts'
import {
  createPersonWithPassword,
  deleteAccountOf,
  dumpUser,
  findMentions,
  listProviderObjects,
  password,
  runJobsOfUser,
  subscribe,
} from './testing/delete.ts'

let app: TestApp
let ada: Person
let count = 0
const logged: string[] = []

beforeAll(async () => {
  app = await createTestApp({ log: (line) => logged.push(line) })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulate('faults/clear', {})
  ada = await createPersonWithPassword(app, `ada${++count}`)
})

const publicIdOf = async (invoiceId: number) =>
  (await app.sql<{ id: string }>('select public_id as id from public_links where document_id = $1', [invoiceId]))[0]!.id
const openPages = async () => (await listProviderObjects(app, 'checkout.session')).filter(({ status }) => status === 'open').length
const isTaken = async () => (await app.simulate<{ faults: { left: number }[] }>('dump')).faults.every((fault) => fault.left === 0)
const isGone = async (who: Person) => (await app.sql('select 1 from users where id = $1', [who.userId])).length === 0

test('when the subscription cannot be canceled, nothing is deleted, and the reply says so', async () => {
  await createFullAccount(app, ada)
  await subscribe(app, ada)
  await runJobsOfUser(app, ada.userId)
  const before = await dumpUser(app, ada)
  for (const route of ['GET /v1/subscriptions', 'DELETE /v1/subscriptions/:id']) {
    await app.simulate('faults', { route, kind: 'status', status: 503, count: 3 })
    const reply = await deleteAccountOf(app, ada)
    expect([route, reply.status, readRefusal(reply).message]).toEqual([
      route,
      503,
      expect.stringMatching(/^Nothing was deleted: .* Please try again in a few minutes\.$/),
    ])
    expect(await dumpUser(app, ada)).toBe(before)
    await app.simulate('faults/clear', {})
  }
  expect((await deleteAccountOf(app, ada)).status).toBe(204)
  expect(await isGone(ada)).toBe(true)
})

test('revoked keys of the business do not prevent the deletion', async () => {
  await createFullAccount(app, ada)
  await app.sql("update payment_credentials set status = 'connected' where user_id = $1", [ada.userId])
  await app.sql("update business_profiles set preferred_payment_method = 'stripe' where user_id = $1", [ada.userId])
  const [{ id }] = (await app.sql<{ id: number }>(
    "select id::int from documents where user_id = $1 and type = 'invoice' and number = 'CON'",
    [ada.userId],
  )) as [{ id: number }]
  const before = await openPages()
  await app.send(null, 'GET', `/pay/${await publicIdOf(id)}/checkout`)
  expect(await openPages()).toBe(before + 1)
  await app.simulate('keys/revoke', { key: deriveStripeKeys(`own ${ada.userId}`).secretKey })
  expect((await deleteAccountOf(app, ada)).status).toBe(204)
  expect(await isGone(ada)).toBe(true)
  expect(logged.some((line) => line.includes(`A checkout of user ${ada.userId}`))).toBe(true)
  expect(await runJobsOfUser(app, ada.userId)).toEqual([])
})

test('a payment page that is opened while the others are being closed is closed too', async () => {
  const { sent, paid } = await createFullAccount(app, ada, { withKey: false })
  const pay = async (id: number) => app.send(null, 'GET', `/pay/${await publicIdOf(id)}/checkout`)
  const before = await openPages()
  await pay(sent.id)
  await app.simulate('faults', { route: 'POST /v1/checkout/sessions/:id/expire', kind: 'latency', ms: 1500, count: 1 })
  const left = deleteAccountOf(app, ada)
  // The first page is being closed by now.
  await expect.poll(isTaken, { timeout: 60_000 }).toBe(true)
  const late = await pay(paid.id)
  expect(String(late.headers.location)).toContain('/sandbox/stripe/')
  expect((await left).status).toBe(204)
  expect(await openPages()).toBe(before)
})

test('a plan that is chosen in another window meanwhile cannot be paid', async () => {
  const { sent } = await createFullAccount(app, ada, { withKey: false })
  await app.send(null, 'GET', `/pay/${await publicIdOf(sent.id)}/checkout`)
  await app.simulate('faults', { route: 'POST /v1/checkout/sessions/:id/expire', kind: 'latency', ms: 1500, count: 1 })
  const left = deleteAccountOf(app, ada)
  await expect.poll(isTaken, { timeout: 60_000 }).toBe(true)
  expect((await app.send(ada, 'POST', '/api/get-or-create-subscription', { plan: 'monthly' })).status).toBe(200)
  expect((await left).status).toBe(204)
  const open = (await listProviderObjects(app, 'subscription')).filter(({ status }) => status === 'incomplete' || status === 'active')
  expect(open).toEqual([])
})

test('of two requests to delete an account one deletes it, and the other finds none', async () => {
  await createFullAccount(app, ada)
  const statuses = (await Promise.all([deleteAccountOf(app, ada), deleteAccountOf(app, ada)])).map(({ status }) => status).sort()
  expect(statuses).toEqual([204, 401])
  expect(await isGone(ada)).toBe(true)
  const mails = async () => (await app.mails(0)).filter(({ to, subject }) => to.address === ada.email && subject.includes('was deleted'))
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(1)
})

test('a concurrent write that locks in another order does not prevent the deletion', async () => {
  const { expense } = await createFullAccount(app, ada)
  let holds: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    holds = resolve
  })
  const writing = app.database
    .asUser(ada.userId, async (db) => {
      await db.rows('select 1 from expenses where user_id = $1 and id = $2 for update', [ada.userId, expense.id])
      holds()
      // Once the deletion has locked the user's row, and waits for this one.
      await expect
        .poll(
          async () =>
            (
              await app.sql(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from users%'",
              )
            ).length,
          {
            timeout: 15_000,
          },
        )
        .toBe(1)
      await db.rows("insert into customers (user_id, name) values ($1, 'Late')", [ada.userId])
    })
    .catch((error: { code?: string }) => expect(error.code).toMatch(/40P01|23503/))
  await held
  expect((await deleteAccountOf(app, ada)).status).toBe(204)
  await writing
  expect(await isGone(ada)).toBe(true)
  expect(await app.sql('select 1 from customers where user_id = $1', [ada.userId])).toEqual([])
})

test('with another identity provider no password is needed, and without an email address a word is typed', async () => {
  const guest = await app.person(`guest${count}`)
  expect(await app.call(guest, 'GET', '/api/account/deletion')).toMatchObject({ needsPassword: false, customers: 0 })
  expect((await deleteAccountOf(app, guest, { password: null })).status).toBe(204)
  expect(await isGone(guest)).toBe(true)
  const nameless = await app.person(`nameless${count}`)
  await app.sql('update users set email = null where id = $1', [nameless.userId])
  const refused = await deleteAccountOf(app, nameless, { password: null })
  expect([refused.status, readRefusal(refused).message]).toEqual([400, 'email: This account has no email: type delete to confirm'.slice(7)])
  expect((await deleteAccountOf(app, nameless, { email: 'Delete', password: null })).status).toBe(204)
})

test('wrong passwords are throttled as at sign-in', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push((await deleteAccountOf(app, ada, { password: `wrong ${n}` })).status)
  expect(statuses).toContain(429)
  expect(statuses.at(-1)).toBe(429)
  expect(await isGone(ada)).toBe(false)
})

test('a user with an unconfirmed address is not greeted by name', async () => {
  const who = await app.person(`You-won-${count}`, { password, emailVerified: false })
  expect((await deleteAccountOf(app, who)).status).toBe(204)
  const mails = async () => (await app.mails(0)).filter(({ to, subject }) => to.address === who.email && subject.includes('was deleted'))
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(1)
  const [mail] = await mails()
  expect([mail!.to.name, mail!.text.startsWith('Hello,\n'), mail!.html.includes('You-won')]).toEqual(['', true, false])
})

test('a session in another browser ends with the account, and a running download is cut off', async () => {
  for (let n = 0; n < 40; n++) {
    const key = `files/${ada.userId}/${randomBytes(16).toString('hex')}`
    await app.objects.put(key, randomBytes(800_000), 'application/pdf')
    await app.sql(
      "insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, 'receipt', $2, 'r.pdf', 'application/pdf', 800000)",
      [ada.userId, key],
    )
  }
  const id = await beginExport(app, ada)
  const reply = await fetch(new URL(`/api/account/exports/${id}/download`, app.origin), { headers: { cookie: ada.cookie } })
  const reader = reply.body!.getReader()
  await reader.read()
  expect((await deleteAccountOf(app, ada)).status).toBe(204)
  await expect(
    (async () => {
      // Slowly, as on a slow connection.
      while (!(await reader.read()).done) await new Promise((resolve) => setTimeout(resolve, 30))
    })(),
  ).rejects.toThrow()
  expect((await app.send(ada, 'GET', '/api/auth/user')).status).toBe(401)
  expect(await findMentions(app, String(ada.userId), ['admin_lookups', 'files_to_remove'])).toEqual([])
})
