import { Client } from 'pg'
import { expect, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'

// The schema can be sharded by user: every key of a user's table contains the user's id, and foreign keys stay within the user's rows.

/** Tables whose rows belong to no user, or concern all users. Every other table must have a column `user_id`. */
const shared = [
  'users',
  // For signing in, before the user is known.
  ...['sessions', 'identity_accounts', 'identity_links', 'identity_records', 'identity_recovery_codes', 'sign_in_attempts', 'rate_counts'],
  // The server's own tables.
  ...['server_keys', 'billing_events', 'billing_webhooks', 'admin_lookups', 'files_to_remove'],
]

const asOwner = async <Row>(text: string): Promise<Row[]> => {
  const { owner } = await withTestDatabase()
  const client = new Client(owner)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const hasUser = "exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'user_id' and not a.attisdropped)"
const ours = "t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')"

test('each table belongs to users, with forced row-level security, or is listed as shared', async () => {
  const tables = await asOwner<{ name: string; isTenants: boolean; isWalled: boolean; nullable: boolean }>(
    `select t.relname as name, ${hasUser} as "isTenants",
       t.relrowsecurity and t.relforcerowsecurity and exists (select 1 from pg_policy p where p.polrelid = t.oid) as "isWalled",
       exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'user_id' and not a.attnotnull) as nullable
     from pg_class t where ${ours} order by 1`,
  )
  expect(tables.filter(({ isTenants }) => !isTenants).map(({ name }) => name)).toEqual(shared.toSorted())
  expect(tables.filter(({ isTenants, isWalled, nullable }) => isTenants && (!isWalled || nullable))).toEqual([])
  expect(tables.filter(({ isTenants }) => isTenants).length).toBeGreaterThan(30)
})

test('each primary key, unique index and exclusion constraint of a users’ table contains the user’s id', async () => {
  const keys = await asOwner<{ table: string; key: string; names: string[] }>(
    `select t.relname as table, i.relname as key,
       array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any (x.indkey::int2[])) as names
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where ${ours} and ${hasUser} and (x.indisunique or x.indisexclusion) order by 1, 2`,
  )
  expect(keys.filter(({ names }) => !names.includes('user_id'))).toEqual([])
  const tables = await asOwner<{ name: string }>(`select t.relname as name from pg_class t where ${ours} and ${hasUser} order by 1`)
  // A table without a key cannot be copied row by row to another server.
  expect([...new Set(keys.map(({ table }) => table))].toSorted()).toEqual(tables.map(({ name }) => name))
})

test('a users’ table refers to rows of the same user, or to a shared table; no shared table refers to it', async () => {
  const links = await asOwner<{ name: string; from: string; to: string; fromUser: boolean; toUser: boolean; pairs: string[] }>(
    `select c.conname as name, t.relname as from, r.relname as to, ${hasUser} as "fromUser", ${hasUser.replace('t.oid', 'r.oid')} as "toUser",
       array(select f.attname || ' = ' || g.attname from unnest(c.conkey, c.confkey) k (ours, theirs)
         join pg_attribute f on f.attrelid = t.oid and f.attnum = k.ours join pg_attribute g on g.attrelid = r.oid and g.attnum = k.theirs) as pairs
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
     where c.contype = 'f' and ${ours} order by 1`,
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter(({ fromUser, toUser, pairs }) => fromUser && toUser && !pairs.includes('user_id = user_id'))).toEqual([])
  expect(links.filter(({ fromUser, toUser }) => !fromUser && toUser)).toEqual([])
})
