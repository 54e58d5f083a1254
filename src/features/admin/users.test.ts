import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type Reply, type TestApp } from '#server/testing/app.ts'
import { type ReplyAt, readRefusal } from '#server/testing/contract.ts'

let app: TestApp
let admin: Person
const addUsers = (rows: { email: string | null; first?: string; last?: string; at?: string }[]) =>
  app.sql<{ id: number }>(
    `insert into users (issuer, subject, email, first_name, last_name, created_at)
     select 'https://SECRET-issuer.example', 'SECRET-' || gen_random_uuid(), email, first, last, coalesce(at, now())
     from json_to_recordset($1::json) as t(email text, first text, last text, at timestamptz) returning id::int`,
    [JSON.stringify(rows)],
  )
const get = <Path extends string>(path: Path): Promise<Reply<ReplyAt<'GET', `/api/admin/${Path}`>>> =>
  app.send(admin, 'GET', `/api/admin/${path}`)

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.person('admin')
  await app.sql("update users set created_at = '2020-01-01' where id = $1", [admin.userId])
  // Many of the same instant, and instants that differ by a microsecond.
  await addUsers([
    ...Array.from({ length: 90 }, (_, i) => ({ email: `tie${i}@example.com`, at: '2026-01-05T10:00:00.123456Z' })),
    ...Array.from({ length: 90 }, (_, i) => ({ email: `close${i}@example.com`, at: `2026-01-06T10:00:00.0000${10 + i}Z` })),
  ])
})
afterAll(() => app.close())

/** Reads all pages; `between` runs after each. */
const walk = async (limit: number, between: (page: number) => Promise<unknown> = async () => undefined, query = '') => {
  const ids: number[] = []
  let after = ''
  for (let page = 0; page < 500; page++) {
    const reply = await get(`users?limit=${limit}${query}${after && `&after=${after}`}`)
    expect([reply.status, reply.body.length <= limit]).toEqual([200, true])
    ids.push(...reply.body.map(({ id }) => id))
    await between(page)
    after = String(reply.headers['x-next-cursor'] ?? '')
    if (!after) return ids
  }
  throw new Error('the pages never end')
}

test('a user is listed with what the list needs, and nothing internal', async () => {
  const [{ id }] = (await addUsers([{ email: 'kim@example.com', first: 'Kim', last: 'Lee', at: '2026-02-01T12:00:00Z' }])) as [
    { id: number },
  ]
  const set = (columns: string) => app.sql(`update users set ${columns} where id = $1`, [id])
  await set(`stripe_customer_id = 'cus_SECRET', stripe_subscription_id = 'sub_SECRET', subscription_account = 'SECRET',
    subscription_attempt_id = 'SECRET', time_zone = 'SECRET', chosen_time_zone = 'SECRET'`)
  const shown = {
    id,
    email: 'kim@example.com',
    firstName: 'Kim',
    lastName: 'Lee',
    profileImageUrl: null,
    subscriptionStatus: 'trial',
    subscriptionPlan: null,
    trialInvoicesUsed: 0,
    createdAt: '2026-02-01T12:00:00.000Z',
    isPastDue: false,
    isSubscribedTwice: false,
  }
  const kim = async () => (await get('users?search=kim@')).body
  expect(await kim()).toEqual([shown])
  await set(
    "subscription_status = 'active', subscription_plan = 'yearly', past_due_since = now(), live_subscriptions = 2, trial_invoices_used = 7",
  )
  expect(await kim()).toEqual([
    { ...shown, subscriptionStatus: 'active', subscriptionPlan: 'yearly', trialInvoicesUsed: 7, isPastDue: true, isSubscribedTwice: true },
  ])
  await set('past_due_since = null, live_subscriptions = 1')
  expect(await kim()).toMatchObject([{ isPastDue: false, isSubscribedTwice: false }])
  for (const path of ['users', 'users?limit=5', 'user-stats', 'audit-log'])
    expect((await get(path)).bytes.toString()).not.toContain('SECRET')
  await app.sql('delete from users where id = $1', [id])
})

test.each([1, 7, 60, 181, 500])('pages of %i list all users, newest first, each once', async (limit) => {
  const whole = (await app.sql<{ id: number }>('select id::int from users order by created_at desc, users.id desc')).map(({ id }) => id)
  expect(whole).toHaveLength(181)
  expect(await walk(limit)).toEqual(whole)
})

test('users who are added or deleted between two pages neither repeat nor hide others', async () => {
  const before = (await app.sql<{ id: number }>('select id::int from users order by created_at desc, users.id desc')).map(({ id }) => id)
  const gone = before[100]!
  const made: number[] = []
  const walked = await walk(20, async (page) => {
    made.push(...(await addUsers([{ email: `late${page}@example.com` }, { email: `later${page}@example.com` }])).map(({ id }) => id))
    if (page === 1) await app.sql('delete from users where id = $1', [gone])
  })
  expect(walked).toEqual(before.filter((id) => id !== gone))
  expect(made.length).toBeGreaterThan(10)
  await app.sql('delete from users where id = any($1)', [made])
})

test('without a limit the newest 1,000 are listed, with a cursor', async () => {
  const made = (await addUsers(Array.from({ length: 1100 }, (_, i) => ({ email: `many${i}@example.com` })))).map(({ id }) => id)
  const first = await get('users')
  expect(first.body).toHaveLength(1000)
  const rest = await get(`users?after=${first.headers['x-next-cursor']}`)
  const seen = [...first.body, ...rest.body].map(({ id }) => id)
  expect(new Set(seen).size).toBe(1280)
  expect(rest.headers['x-next-cursor']).toBeUndefined()
  await app.sql('delete from users where id = any($1)', [made])
})

test('the search finds a part of the email or of the full name, character by character, in any case', async () => {
  const made = await addUsers([
    { email: 'Grace.Hopper@Navy.example', first: 'Grace', last: 'Hopper' },
    { email: 'percent@search.example', first: '100%', last: 'sure_thing' },
    { email: 'slash@search.example', first: 'back\\slash', last: '' },
    { email: 'tanaka@search.example', first: '太郎', last: '田中' },
    { email: 'sigma@search.example', first: 'ΣΊΣΥΦΟΣ', last: 'Zoë' },
    { email: null, first: 'No', last: 'Mail' },
  ])
  const found = async (search: string) =>
    (await get(`users?${new URLSearchParams({ search })}`)).body.map(({ firstName }) => firstName).sort()
  for (const [search, names] of [
    ['hopper@nav', ['Grace']],
    ['GRACE.H', ['Grace']],
    ['grace hop', ['Grace']],
    ['ACE HO', ['Grace']],
    ['  grace hopper  ', ['Grace']],
    // A match never spans the email and the name.
    ['navy.example grace', []],
    ['%', ['100%']],
    ['0% s', ['100%']],
    ['e_t', ['100%']],
    ['_', ['100%']],
    ['k\\s', ['back\\slash']],
    ['\\', ['back\\slash']],
    ['田', ['太郎']],
    ['太郎 田中', ['太郎']],
    ['σίσυφος', ['ΣΊΣΥΦΟΣ']],
    ['zoË', ['ΣΊΣΥΦΟΣ']],
    ['no mail', ['No']],
    ["'; drop table users; --", []],
    ['nobody at all', []],
  ] as const)
    expect([search, await found(search)]).toEqual([search, [...names]])
  // Pages of matches.
  expect(await walk(2, undefined, '&search=search.example')).toHaveLength(4)
  await app.sql('delete from users where id = any($1)', [made.map(({ id }) => id)])
})

const cursor = (...parts: unknown[]) => `after=${Buffer.from(JSON.stringify(parts)).toString('base64url')}`
const at = '2026-01-05 10:00:00+00'
const refused: [string, RegExp][] = [
  ['limit=0', /limit must be a whole number from 1 to 1000/],
  ['limit=1001', /limit/],
  ['limit=1e2', /limit/],
  ['sort=email', /Unknown field: sort/],
  ['search=a&search=b', /search must be text/],
  [`search=${'x'.repeat(201)}`, /search can have at most 200 characters/],
  ['search=%00', /search has a character/],
  ['after=nonsense', /after is not a cursor/],
  [cursor(), /after is not a cursor/],
  [cursor('-created', at), /after is not a cursor/],
  [cursor('created', at, 1), /after is not a cursor/],
  [cursor('-created', 'now', 1), /after is not a cursor/],
  [cursor('-created', 'infinity', 1), /after is not a cursor/],
  [cursor('-created', '2026-01-05', 1), /after is not a cursor/],
  [cursor('-created', '2026-02-30 10:00:00+00', 1), /after is not a cursor/],
  [cursor('-created', '2026-01-05 25:00:00+00', 1), /after is not a cursor/],
  [cursor('-created', '2026-01-05 10:00:00+99', 1), /after is not a cursor/],
  [cursor('-created', '2026-01-05 10:00:00 Mars/Phobos', 1), /after is not a cursor/],
  [cursor('-created', `${at}'; drop table users; --`, 1), /after is not a cursor/],
  [cursor('-created', at, '1'), /after is not a cursor/],
  [cursor('-created', at, 2 ** 53), /after is not a cursor/],
  [cursor('-created', { toString: 1 }, 1), /after is not a cursor/],
  [`after=${'A'.repeat(5001)}`, /after is too long/],
]
test.each(refused.map(([query, message]) => [query.slice(0, 60), query, message] as const))(
  'asked for with %s it says what is wrong',
  async (_, query, message) => {
    for (const path of query.includes('search') || query.includes('created') ? ['users'] : ['users', 'audit-log']) {
      const reply = await get(`${path}?${query}`)
      expect([path, reply.status, readRefusal(reply).message]).toEqual([path, 400, expect.stringMatching(message)])
    }
  },
)

test('a cursor of this list is accepted in any time zone of the database', async () => {
  for (const text of [at, '2026-01-05 10:00:00.123456+00', '2026-01-05 15:45:00+05:45', '2026-01-05 04:30:00.5-05:30'])
    expect([text, (await get(`users?limit=1&${cursor('-created', text, 1)}`)).status]).toEqual([text, 200])
})
