import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type Person, type Reply, type TestApp } from '#server/testing/app.ts'
import type { ReplyAt } from '#server/testing/contract.ts'

// Every access of the admin is recorded, and no record can be changed.

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.person('admin')
  for (const name of ['ada', 'bob', 'cyd']) await app.person(name)
})
afterAll(() => app.close())
beforeEach(() => app.sql('truncate admin_lookups'))

const get = <Path extends string>(path: Path, headers?: Record<string, string>): Promise<Reply<ReplyAt<'GET', `/api/admin/${Path}`>>> =>
  app.send(admin, 'GET', `/api/admin/${path}`, undefined, headers)
type Line = { what: string; detail: object }
const lines = () => app.sql<Line>('select what, detail from admin_lookups order by id')

test('each call records who, what, how much, from where and when', async () => {
  const began = Date.now()
  await get('users?search=aDa&limit=60', { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })
  const [row] = await app.sql<Record<string, unknown>>('select *, id::int, admin_id::int from admin_lookups')
  expect(row).toEqual({
    id: expect.any(Number),
    admin_id: admin.userId,
    admin_email: 'admin@example.com',
    what: 'users.list',
    detail: { search: 'aDa', limit: 60, page: 'first', count: 1 },
    address: '127.0.0.1',
    at: expect.any(Date),
  })
  expect(Math.abs((row!.at as Date).getTime() - began)).toBeLessThan(60_000)
})

test('searches, further pages, the counters and the log itself are all recorded', async () => {
  for (const search of ['a', 'ad', 'ada']) await get(`users?search=${search}&limit=2`)
  const first = await get('users?limit=3')
  await get(`users?limit=3&after=${first.headers['x-next-cursor']}`)
  await get('users?search=nobody%20at%20all')
  await get('user-stats')
  await get('audit-log?limit=50')
  const asked = (search: string | null, limit: number | null, count: number, page = 'first') => ({ search, limit, page, count })
  expect(await lines()).toEqual([
    { what: 'users.list', detail: asked('a', 2, 2) },
    { what: 'users.list', detail: asked('ad', 2, 2) },
    { what: 'users.list', detail: asked('ada', 2, 1) },
    { what: 'users.list', detail: asked(null, 3, 3) },
    { what: 'users.list', detail: asked(null, 3, 1, 'further') },
    { what: 'users.list', detail: asked('nobody at all', null, 0) },
    { what: 'users.stats', detail: {} },
    { what: 'audit-log.list', detail: asked(null, 50, 7) },
  ])
})

test('refused calls are not recorded', async () => {
  for (const path of ['users?limit=0', 'users?after=nonsense', 'users?serch=a', 'audit-log?after=nonsense'])
    expect((await get(path)).status).toBe(400)
  expect(await lines()).toEqual([])
})

test('what cannot be recorded is not shown', async () => {
  await app.sql('alter table admin_lookups add constraint full_up check (false) not valid')
  try {
    for (const path of ['users', 'user-stats', 'audit-log']) {
      const reply = await get(path)
      expect([path, reply.status, Array.isArray(reply.body), reply.bytes.toString().includes('@')]).toEqual([path, 500, false, false])
    }
  } finally {
    await app.sql('alter table admin_lookups drop constraint full_up')
  }
})

test('the app can add and read records, and neither change nor delete any', async () => {
  await get('users')
  for (const statement of [
    "update admin_lookups set what = 'nothing'",
    'update admin_lookups set at = at',
    'delete from admin_lookups',
    'truncate admin_lookups',
    'drop table admin_lookups',
    'alter table admin_lookups disable trigger all',
  ]) {
    await expect(app.database.asNobody((db) => db.rows(statement))).rejects.toThrow(/permission denied|must be owner/)
    await expect(app.database.asUser(admin.userId, (db) => db.rows(statement))).rejects.toThrow(/permission denied|must be owner/)
  }
  expect(await lines()).toHaveLength(1)
})

test('the log is read newest first, by page, and outlives its admin', async () => {
  for (let i = 0; i < 5; i++) await get(`users?search=s${i}`)
  const seen: string[] = []
  let after = ''
  do {
    const reply = await get(`audit-log?limit=2${after && `&after=${after}`}`)
    expect(reply.status).toBe(200)
    seen.push(...reply.body.map(({ what, detail }) => String(detail.search ?? what)))
    after = String(reply.headers['x-next-cursor'] ?? '')
  } while (after)
  // Reading the pages added records before the first of them.
  expect(seen).toEqual(['s4', 's3', 's2', 's1', 's0'])
  const [line] = (await get('audit-log')).body
  expect(line).toEqual({
    id: expect.any(Number),
    adminEmail: 'admin@example.com',
    what: 'audit-log.list',
    detail: { search: null, limit: 2, page: 'further', count: 1 },
    address: '127.0.0.1',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  const other = await app.person('former')
  await app.sql("update users set email = 'x' || email where id = $1", [admin.userId])
  await app.sql("update users set email = 'admin@example.com' where id = $1", [other.userId])
  await app.sql('delete from users where id = $1', [admin.userId])
  admin = other
  expect((await get('audit-log')).body.map(({ what }) => what)).toContain('users.list')
})
