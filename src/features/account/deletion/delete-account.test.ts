import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createFullAccount } from '#features/account/testing/full-account.ts'
import type { Services } from '#server/domain/services.ts'
import { readAllRows, type TableRows } from '#server/platform/db/testing/read-all-rows.ts'
import { insertSampleRows } from '#server/platform/db/testing/sample-rows.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import { readRefusal } from '#server/testing/contract.ts'
import { withTestDatabase } from '#server/testing/database.ts'
import { uploadFile } from '#server/testing/upload.ts'
import type { Day } from '#shared/dates.ts'
import { deleteAccount } from './delete-account.ts'
import {
  createPersonWithPassword,
  deleteAccountOf,
  dumpUser,
  findMentions,
  listProviderObjects,
  password,
  runJobsOfUser,
  subscribe,
  waitForJobs,
} from './testing/delete.ts'

let app: TestApp
let ada: Person
let bob: Person
let bobBefore: string
let account: Awaited<ReturnType<typeof createFullAccount>>
let subject: string
let keys: string[]
let untaken: string
let links: string[]
let pages: number
const logged: string[] = []

beforeAll(async () => {
  app = await createTestApp({ log: (line) => logged.push(line) })
  bob = await app.person('bob')
  await createFullAccount(app, bob)
  await runJobsOfUser(app, bob.userId)
  ada = await createPersonWithPassword(app, 'ada')
  account = await createFullAccount(app, ada, { withKey: false })
  await subscribe(app, ada)
  ;[subject] = (await app.sql<{ subject: string }>('select subject from users where id = $1', [ada.userId])).map((row) => row.subject) as [
    string,
  ]
  keys = (await app.sql<{ object_key: string }>('select object_key from files where user_id = $1', [ada.userId])).map(
    (row) => row.object_key,
  )
  untaken = await uploadFile(app, ada, 'never taken')
  const ids = await app.sql<{ id: string }>(
    'select public_id as id from public_links where user_id = $1 and document_id in ($2, $3) order by type desc',
    [ada.userId, account.sent.id, account.estimate.id],
  )
  links = [`/api/public/invoice/${ids[0]!.id}`, `/api/public/invoice/${ids[0]!.id}/pdf`, `/api/public/estimate/${ids[1]!.id}`]
  // A customer opens a payment page.
  await app.send(null, 'GET', `/pay/${ids[0]!.id}/checkout`)
  pages = (await listProviderObjects(app, 'checkout.session')).filter(({ status }) => status === 'open').length
  await vi.waitFor(
    async () => {
      const webhooks = await app.sql('select 1 from webhook_endpoints where user_id = $1 and webhook_id is not null', [ada.userId])
      if (webhooks.length === 0) throw new Error('no webhook yet')
    },
    { timeout: 60_000, interval: 100 },
  )
  await waitForJobs(app)
  bobBefore = await dumpUser(app, bob)
}, 400_000)
afterAll(() => app.close())

test('the effects of a deletion are shown before', async () => {
  expect(await app.call(ada, 'GET', '/api/account/deletion')).toEqual({
    customers: 1,
    items: 1,
    invoices: 4,
    unpaidInvoices: 2,
    estimates: 2,
    'credit-notes': 0,
    expenses: 2,
    payments: 1,
    files: 4,
    hasSubscription: true,
    needsPassword: true,
  })
})

test('only the owner, with the email and password typed, deletes an account', async () => {
  const before = await dumpUser(app, ada)
  const refused = async (who: Person | null, body: object) => {
    const reply = await deleteAccountOf(app, who, body)
    return [reply.status, readRefusal(reply).issues[0]?.path]
  }
  expect(await refused(null, {})).toEqual([401, undefined])
  expect(await refused(ada, { email: 'bob@example.com' })).toEqual([400, 'email'])
  expect(await refused(ada, { email: '' })).toEqual([400, 'email'])
  expect(await refused(ada, { password: 'wrong' })).toEqual([400, 'password'])
  expect(await refused(ada, { password: null })).toEqual([400, 'password'])
  expect(await refused(ada, { userId: bob.userId })).toEqual([400, 'userId'])
  expect((await app.send(null, 'GET', '/api/account/deletion')).status).toBe(401)
  expect(await dumpUser(app, ada)).toBe(before)
})

test('after a deletion nothing mentions the user, and nothing of other users has changed', async () => {
  const tokens = await app.sql<{ token: string; provider: string }>('select token, provider from webhook_endpoints where user_id = $1', [
    ada.userId,
  ])
  const endpointsBefore = (await listProviderObjects(app, 'webhook_endpoint')).length
  expect([(await listProviderObjects(app, 'subscription')).map(({ status }) => status), pages]).toEqual([['active'], 1])

  const reply = await deleteAccountOf(app, ada, { email: ' ADA@Example.com ' })
  expect([reply.status, reply.body]).toEqual([204, ''])

  // The subscription is canceled, no payment page works, and no webhook arrives.
  expect((await listProviderObjects(app, 'subscription')).map(({ status }) => status)).toEqual(['canceled'])
  expect((await listProviderObjects(app, 'checkout.session')).filter(({ status }) => status === 'open')).toEqual([])
  expect((await listProviderObjects(app, 'webhook_endpoint')).length).toBe(endpointsBefore - 1)
  for (const { token, provider } of tokens)
    expect((await app.send(null, 'POST', `/api/webhooks/${provider}/${token}`, { id: 'evt_1' })).status).toBe(404)

  expect((await app.send(ada, 'GET', '/api/auth/user')).status).toBe(401)
  expect((await deleteAccountOf(app, ada)).status).toBe(401)
  for (const link of links) expect([link, (await app.send(null, 'GET', link)).status]).toEqual([link, 404])

  // Waiting jobs of the user end without an error.
  expect(await runJobsOfUser(app, ada.userId)).toEqual([])
  expect(logged.filter((line) => line.includes('Jobs:'))).toEqual([])
  for (const text of [String(ada.userId), 'ada@example.com', subject, `kim-${ada.userId}`])
    expect([text, await findMentions(app, text, ['admin_lookups'])]).toEqual([text, []])
  expect(keys.length).toBe(4)
  for (const key of keys) expect([key, await app.objects.stat(key)]).toEqual([key, null])
  expect(await app.objects.stat(app.objects.links.findKey(untaken)!)).toBe(null)
  expect(await app.sql('select * from files_to_remove')).toEqual([])
  expect(await dumpUser(app, bob)).toBe(bobBefore)
})

test('the confirmation email has the date and the counts', async () => {
  const mails = (await app.mails(0)).filter(({ subject }) => subject === 'Your Billfold account was deleted')
  expect(mails.map(({ to }) => to)).toEqual([{ name: 'ada Tester', address: 'ada@example.com' }])
  expect(mails[0]!.text).toMatch(/was deleted on [A-Z][a-z]{2} \d\d, \d{4}, as you asked/)
  expect(mails[0]!.text).toContain(
    'Invoices: 4\nEstimates: 2\nCredit Notes: 0\nCustomers: 1\nItems & Services: 1\nExpenses: 2\nPayments: 1\nFiles: 4',
  )
  expect(mails[0]!.text).toContain('Your plan ended too')
})

test('the email address can be used again, for an empty account', async () => {
  const again = await app.person('ada', { password })
  expect(again.userId).not.toBe(ada.userId)
  expect(await app.call(again, 'GET', '/api/customers')).toEqual([])
  expect(await app.call(again, 'GET', '/api/account/deletion')).toMatchObject({ invoices: 0, hasSubscription: false })
})

test('deleting the user’s row deletes the user’s rows in every table', async () => {
  // Cascades may lead through other tables of users, such as from a document to its lines.
  const remaining = await app.sql<{ name: string }>(
    `with recursive deleted as (
       select 'users'::regclass::oid as id
       union select f.conrelid from pg_constraint f join deleted d on f.contype = 'f' and f.confdeltype = 'c' and f.confrelid = d.id)
     select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.oid not in (select id from deleted)`,
  )
  expect(remaining).toEqual([])
})

test('no row of an account with rows in every table is left', async () => {
  const { owner, database } = await withTestDatabase()
  const client = new Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  await insertSampleRows(client)
  const userRows = (rows: TableRows, user: number) =>
    Object.fromEntries(
      Object.entries(rows)
        .filter(([table, list]) => table === 'users' || (list[0] && 'user_id' in list[0]))
        .map(([table, list]) => [table, list.filter((row) => row[table === 'users' ? 'id' : 'user_id'] === user)]),
    )
  const before = await readAllRows(client)
  for (const [table, rows] of Object.entries(userRows(before, 1))) expect(rows.length, table).toBeGreaterThan(0)
  const without = { identity: { accounts: null }, plans: null, accounts: { account: async () => null } }
  await deleteAccount({ database, ...without, log: () => undefined } as unknown as Services, 1, '2026-01-31' as Day)
  const after = await readAllRows(client)
  expect(Object.values(userRows(after, 1)).flat()).toEqual([])
  expect(userRows(after, 2)).toEqual(userRows(before, 2))
})
