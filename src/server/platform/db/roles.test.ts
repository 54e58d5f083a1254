import { Client, type ClientConfig } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from './client.ts'
import { prepareDatabase } from './migrate.ts'
import { prepareAppRole } from './roles.ts'

// Whatever rights the database's owner has, row-level security applies to the app.

const unique = `${process.pid}_${Date.now()}`
const made: string[] = []
let admin: Client
let server: ClientConfig
beforeAll(async () => {
  server = inject('testServer').owner
  admin = new Client({ ...server, database: 'postgres' })
  await admin.connect()
})
afterAll(async () => {
  for (const name of made) await admin.query(`drop database if exists ${name} with (force)`)
  for (const name of made) await admin.query(`drop role if exists ${name}_app`)
  for (const name of made) await admin.query(`drop role if exists ${name}`)
  await admin.end()
})

/** Creates a role with these rights, and a database that it owns. */
const ownerWith = async (kind: string, rights: string, password = 'secret'): Promise<ClientConfig> => {
  const name = `${kind}_${unique}_${made.length}`
  made.push(name)
  await admin.query(`create role ${name} login password '${password}' ${rights}`)
  await admin.query(`create database ${name} owner ${name}`)
  return { ...server, user: name, password, database: name }
}

test.each([
  ['superuser', 'superuser', true],
  ['creator', 'createrole', true],
  ['plain', '', false],
])('owner with the rights of a %s: one user sees nothing of another', async (kind, rights, hasOwnRole) => {
  const owner = await ownerWith(kind, rights)
  const app = await prepareDatabase(owner, `${owner.user}_app`)
  expect(app.user === owner.user).toBe(!hasOwnRole)
  // As a second node, and at every later start.
  expect(await prepareDatabase(owner, `${owner.user}_app`)).toEqual(app)
  const database = openDatabase(app, { max: 2, log: () => undefined })
  // What the next version's migrations create, before it has granted the rest.
  const migrating = new Client(owner)
  await migrating.connect()
  await migrating.query('create table added_later as select 1 as n')
  await migrating.end()
  expect(await database.asNobody((db) => db.rows('select n from added_later'))).toEqual([{ n: 1 }])
  const token = 'x'.repeat(24)
  const newUser = (subject: string) =>
    database.asNobody(
      async (db) =>
        (await db.rows<{ id: number }>("insert into users (issuer, subject) values ('test', $1) returning id", [subject]))[0]!.id,
    )
  const [ada, bob] = [await newUser('ada'), await newUser('bob')]
  await database.asUser(ada, async (db) => {
    const [customer] = await db.rows<{ id: number }>("insert into customers (user_id, name) values ($1, 'Acme') returning id", [ada])
    const [invoice] = await db.rows<{ id: number }>(
      `insert into documents (user_id, type, customer_id, number, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total)
       values ($1, 'invoice', $2, '1', '2026-01-01', '2026-01-31', 1.00, 1.00, 0.00, 1.00, 1.00) returning id`,
      [ada, customer!.id],
    )
    await db.rows("insert into public_links (public_id, user_id, document_id, type) values ($1, $2, $3, 'invoice')", [
      token,
      ada,
      invoice!.id,
    ])
    await db.rows(
      `insert into webhook_endpoints (user_id, provider, account_id, token, url) values ($1, 'stripe', 'acct_1', 'hook', 'https://example.com/hook')`,
      [ada],
    )
    await db.rows("insert into payment_credentials (user_id, provider, key_id, sealed_secret) values ($1, 'stripe', 'k', 'sealed')", [ada])
  })
  for (const table of ['customers', 'documents', 'public_links', 'payment_credentials', 'webhook_endpoints']) {
    expect([table, await database.asUser(bob, (db) => db.rows(`select 1 from ${table}`))]).toEqual([table, []])
    expect([table, await database.asNobody((db) => db.rows(`select 1 from ${table}`))]).toEqual([table, []])
  }
  // A token gives access to its one row, and to no other row afterwards.
  await database.asNobody(async (db) => {
    expect(await db.rows("select user_id from find_public_document($1, 'invoice')", [token])).toEqual([{ user_id: ada }])
    expect(await db.rows("select user_id from find_public_document($1, 'estimate')", [token])).toEqual([])
    expect(await db.rows('select user_id from find_webhook_owner($1)', ['hook'])).toEqual([{ user_id: ada }])
    expect(await db.rows("select 1 from find_public_document('', 'invoice') union all select 1 from find_webhook_owner('%')")).toEqual([])
    expect(await db.rows('select 1 from public_links union all select 1 from webhook_endpoints')).toEqual([])
  })
  await expect(database.asUser(bob, (db) => db.rows('update public_links set user_id = $1', [bob]))).resolves.toEqual([])
  await database.close()
})

test('an owner that bypasses row-level security and cannot create roles is refused with an explanation', async () => {
  const owner = await ownerWith('bypasser', 'bypassrls')
  await expect(prepareDatabase(owner, 'never_made')).rejects.toThrow(/may bypass row-level security.*take BYPASSRLS/)
})

test('an owner without a password gives the app’s role none, because a derived one would be guessable', async () => {
  const { password: _none, ...owner } = await ownerWith('trusted', '')
  const client = new Client(server)
  await client.connect()
  const role = `${owner.user}_app`
  try {
    expect(await prepareAppRole(client, owner, role)).toEqual({ ...owner, user: role, password: undefined })
    const { rows } = await client.query('select rolpassword is null as none, rolcanlogin, rolsuper from pg_authid where rolname = $1', [
      role,
    ])
    expect(rows).toEqual([{ none: true, rolcanlogin: true, rolsuper: false }])
  } finally {
    await client.end()
  }
})

test('a role that another installation uses keeps its password, and the refusal names the setting', async () => {
  const first = await ownerWith('first', 'superuser')
  const second = await ownerWith('second', 'superuser', 'another secret')
  const role = `${first.user}_app`
  const app = await prepareDatabase(first, role)
  await expect(prepareDatabase(second, role)).rejects.toThrow(
    new RegExp(
      `^The role ${role} .* is used in the database “${first.database}”.* Set DATABASE_APP_ROLE to a name that only this one uses`,
    ),
  )
  const running = new Client(app)
  await running.connect()
  expect((await running.query('select current_user as name')).rows).toEqual([{ name: role }])
  await running.end()
  // Two databases of one owner share the role: its password is the same for both.
  await admin.query(`create database ${second.database}_b owner ${first.user}`)
  made.push(`${second.database}_b`)
  expect((await prepareDatabase({ ...first, database: `${second.database}_b` }, role)).password).toBe(app.password)
})

test('when the owner’s password was changed, the app’s role gets a new one', async () => {
  const owner = await ownerWith('changed', 'createrole')
  const role = `${owner.user}_app`
  const before = await prepareDatabase(owner, role)
  await admin.query(`alter role ${owner.user} password 'another secret'`)
  const after = await prepareDatabase({ ...owner, password: 'another secret' }, role)
  expect(after.password).not.toBe(before.password)
  const client = new Client(after)
  await client.connect()
  await client.end()
})

test.each([
  ['', /^DATABASE_APP_ROLE must be another role than that of DATABASE_URL/],
  ['superuser', /^DATABASE_APP_ROLE must not be a superuser/],
  ['bypassrls', /^DATABASE_APP_ROLE must not be a superuser or have BYPASSRLS/],
  // Of an administrator, without rights anywhere.
  ["password 'by hand'", /another password than this Billfold would give it.*or remove the role if nothing uses it/],
])('the app’s role is not taken over: %s', async (rights, sentence) => {
  const owner = await ownerWith('taker', 'createrole')
  const role = rights === '' ? owner.user! : `${owner.user}_app`
  if (rights !== '') await admin.query(`create role ${role} login ${rights}`)
  await expect(prepareDatabase(owner, role)).rejects.toThrow(sentence)
})
