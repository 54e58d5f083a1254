import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { findStatementFaults } from '#server/testing/distributable-statements.ts'

// The schema can be distributed by user over several servers. Each rule is a query for what breaks it, and statements that break it, so that the query is
// seen to find them.

/** Tables whose rows belong to no user, or concern all users. Every other table must have a column `user_id`. */
const shared = [
  'users',
  // For signing in, before the user is known.
  ...['sessions', 'identity_accounts', 'identity_links', 'identity_records', 'identity_recovery_codes', 'sign_in_attempts', 'rate_counts'],
  // The server's own tables.
  ...['server_keys', 'billing_events', 'billing_webhooks', 'admin_lookups', 'files_to_remove', 'ecb_rates'],
]

/** Unique indexes that do not begin with the user: they are read before the user is known, or for all users. */
const otherKeys = ['public_links_public_id_user_id_pk', 'webhook_endpoints_token_key']

/** Policies besides each table's own, with their conditions: two lookups by an unguessable token, and one that hides a user's own rows from a search. */
const otherPolicies = [
  "public_links: SELECT by_public_id using (public_id = NULLIF(current_setting('app.token'::text, true), ''::text))",
  "webhook_endpoints: SELECT by_token using (token = NULLIF(current_setting('app.token'::text, true), ''::text))",
  'search_entries: RESTRICTIVE SELECT narrowed',
]

const list = (names: readonly string[]) => names.map((name) => `'${name.replaceAll("'", "''")}'`).join(', ')
const isOurs = (t: string) => `${t}.relnamespace = 'public'::regnamespace and ${t}.relkind in ('r', 'p')`
const hasUser = (t: string) =>
  `exists (select 1 from pg_attribute a where a.attrelid = ${t}.oid and a.attname = 'user_id' and not a.attisdropped)`
const isUsers = (t: string) => `${isOurs(t)} and ${hasUser(t)}`
/** Functions of ours; those of extensions are not. */
const ownFunctions = `pg_proc f where f.pronamespace = 'public'::regnamespace
  and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')`
/** Columns of foreign keys: `c` is the key, from table `t` to `r`; `f` and `g` are the columns. */
const references = `pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
  cross join lateral unnest(c.conkey, c.confkey) with ordinality k (ours, theirs, nth)
  join pg_attribute f on f.attrelid = t.oid and f.attnum = k.ours join pg_attribute g on g.attrelid = r.oid and g.attnum = k.theirs`

type Rule = {
  rule: string
  /** SELECT of a text for each violation. */
  violations: string
  /** Statements that each break the rule. */
  bad: string[]
}
const rules: Rule[] = [
  {
    rule: 'each table belongs to users, or is listed as shared',
    violations: `select t.relname from pg_class t where ${isOurs('t')} and ${hasUser('t')} = (t.relname in (${list(shared)}))`,
    bad: ['create table bad (id bigint primary key)', 'alter table sessions add user_id bigint'],
  },
  {
    rule: 'the user’s id is a bigint and never null',
    violations: `select t.relname from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attname = 'user_id'
      where ${isOurs('t')} and (not a.attnotnull or a.atttypid <> 'bigint'::regtype)`,
    bad: ['create table bad (user_id bigint)', 'create table bad (user_id integer not null)'],
  },
  {
    rule: 'each users’ table has forced row-level security',
    violations: `select t.relname from pg_class t where ${isUsers('t')} and not (t.relrowsecurity and t.relforcerowsecurity)`,
    bad: [
      'create table bad (user_id bigint); alter table bad enable row level security',
      'create table bad (user_id bigint); alter table bad force row level security',
    ],
  },
  {
    rule: 'its policy compares the user’s id with the transaction’s, without a sub-select',
    violations: `select t.relname from pg_class t where ${isUsers('t')} and not exists (
      select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = t.relname and p.permissive = 'PERMISSIVE' and p.cmd = 'ALL'
        and p.roles = '{public}' and p.qual = '(user_id = app_user_id())' and p.with_check = '(user_id = app_user_id())')`,
    bad: [
      `create table bad (user_id bigint);
       create policy own_rows on bad using (user_id = (select app_user_id())) with check (user_id = (select app_user_id()))`,
      'create table bad (user_id bigint); create policy own_rows on bad using (user_id = app_user_id())',
      'create table bad (user_id bigint); create policy own_rows on bad as restrictive using (user_id = app_user_id()) with check (user_id = app_user_id())',
    ],
  },
  {
    rule: 'there is no other policy than those listed',
    violations: `select * from (
        select p.tablename || ': ' || case p.permissive when 'RESTRICTIVE' then 'RESTRICTIVE ' else '' end || p.cmd || ' ' || p.policyname
          || case p.permissive when 'RESTRICTIVE' then '' else ' using ' || coalesce(p.qual, p.with_check) end as policy
        from pg_policies p join pg_class t on t.relname = p.tablename where ${isUsers('t')} and p.policyname <> 'own_rows') others
      where policy not in (${list(otherPolicies)})`,
    bad: [
      'create policy bad on customers for select using (true)',
      'create policy bad on customers as restrictive for delete using (false)',
    ],
  },
  {
    rule: 'a view has the rights of its caller',
    violations: `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
    bad: ['create view bad as select * from customers'],
  },
  {
    rule: 'each users’ table has a primary key',
    violations: `select t.relname from pg_class t where ${isUsers('t')}
      and not exists (select 1 from pg_index x where x.indrelid = t.oid and x.indisprimary)`,
    bad: ['create table bad (user_id bigint)'],
  },
  {
    rule: 'each primary key, unique index and exclusion constraint of a users’ table contains the user’s id, as its first column unless listed',
    violations: `select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      cross join lateral (select array_position(x.indkey::int2[], a.attnum) as place from pg_attribute a
        where a.attrelid = t.oid and a.attname = 'user_id') of_user
      where ${isUsers('t')} and (x.indisunique or x.indisexclusion)
        and (of_user.place is null or (of_user.place <> 0 and i.relname not in (${list(otherKeys)})))`,
    bad: [
      'create unique index bad on customers (name)',
      'create unique index bad on customers (name, user_id)',
      'alter table customers add constraint bad exclude using btree (name with =)',
    ],
  },
  {
    rule: 'a foreign key from a users’ table to another contains the user’s id, as its first column',
    violations: `select distinct c.conname from ${references} where c.contype = 'f' and ${isUsers('t')} and ${isUsers('r')} and k.nth = 1
      and (f.attname, g.attname) <> ('user_id', 'user_id')`,
    bad: [
      'alter table items add other_id bigint, add constraint bad foreign key (other_id, user_id) references customers (id, user_id)',
      'create unique index other on customers (id); alter table items add other_id bigint, add constraint bad foreign key (other_id) references customers (id)',
    ],
  },
  {
    rule: 'no shared table refers to a users’ table, and a users’ table refers to no shared table but the users',
    violations: `select distinct c.conname from ${references} where c.contype = 'f' and ${isOurs('t')}
      and ((not ${hasUser('t')} and ${hasUser('r')}) or (${hasUser('t')} and not ${hasUser('r')} and r.relname <> 'users'))`,
    bad: [
      'alter table items add constraint bad foreign key (name) references server_keys (name)',
      'alter table server_keys add user_id_of bigint, add id_of bigint, add constraint bad foreign key (user_id_of, id_of) references items (user_id, id)',
    ],
  },
  {
    rule: 'no foreign key sets a column when its row is deleted or changed',
    violations: `select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd'))`,
    bad: [
      'alter table expenses add constraint bad foreign key (user_id, customer_id) references customers (user_id, id) on delete set null (customer_id)',
      'alter table expenses add constraint bad foreign key (user_id, customer_id) references customers (user_id, id) on update set default',
    ],
  },
  {
    rule: 'ids are bigints, and so are references to them',
    violations: `select t.relname || '.' || a.attname from pg_attribute a join pg_class t on t.oid = a.attrelid
      where ${isOurs('t')} and a.attnum > 0 and not a.attisdropped and a.atttypid <> 'bigint'::regtype
        and (a.attidentity <> '' or (a.attname ~ '(^|_)id$' and a.atttypid in ('integer'::regtype, 'smallint'::regtype)))
      union all select c.conname from ${references} where c.contype = 'f' and ${isOurs('t')} and f.atttypid <> g.atttypid`,
    bad: [
      'alter table items add other_id integer',
      'create table bad (number integer generated by default as identity)',
      `create unique index bad_key on items (user_id, name); alter table expenses add other varchar,
       add constraint bad foreign key (user_id, other) references items (user_id, name)`,
    ],
  },
  {
    rule: 'no table has a trigger, except those of PostgreSQL for foreign keys',
    violations: `select g.tgname from pg_trigger g join pg_class t on t.oid = g.tgrelid where t.relnamespace = 'public'::regnamespace and not g.tgisinternal`,
    bad: [
      `create function bad() returns trigger language plpgsql as 'begin return new; end';
      create trigger bad before insert on items for each row execute function bad()`,
    ],
  },
  {
    rule: 'no function takes a row',
    violations: `select f.proname from ${ownFunctions} and exists (
      select 1 from unnest(f.proargtypes) argument join pg_type y on y.oid = argument left join pg_type e on e.oid = y.typelem
      where 'c' in (y.typtype, e.typtype) or y.typname in ('record', '_record'))`,
    bad: [
      `create function bad(given items) returns text language sql return given.name`,
      'create function bad(given items[]) returns text language sql return given[1].name',
      `create function bad(given record) returns text language plpgsql as 'begin return given::text; end'`,
    ],
  },
  {
    rule: 'no function sends a notification',
    violations: `select f.proname from ${ownFunctions} and f.prokind in ('f', 'p') and pg_get_functiondef(f.oid) ~* '\\mpg_notify\\M|\\mnotify\\M'`,
    bad: [
      `create function bad() returns void language sql begin atomic select pg_notify('changes', ''); end`,
      `create function bad() returns void language plpgsql as 'begin notify changes; end'`,
    ],
  },
]

let made: TestDatabase
let client: Client
beforeAll(async () => {
  made = await createTestDatabase()
  client = new Client(made.owner)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await made.drop()
})

const find = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows.map(([name]) => name as string)

test.each(rules)('$rule', async ({ violations, bad }) => {
  expect(await find(violations)).toEqual([])
  for (const statements of bad) {
    await client.query('begin')
    await client.query(statements)
    const found = await find(violations)
    await client.query('rollback')
    expect(found, statements).not.toEqual([])
  }
})

test('the lists of exceptions have no name that does not exist', async () => {
  const names = await find(
    `select relname from pg_class where relnamespace = 'public'::regnamespace
     union all select policyname from pg_policies where schemaname = 'public'`,
  )
  const listed = [...shared, ...otherKeys, ...otherPolicies.map((policy) => / (\w+)( using|$)/.exec(policy)![1]!)]
  expect(listed.filter((name) => !names.includes(name))).toEqual([])
  expect((await find(`select t.relname from pg_class t where ${isUsers('t')}`)).length).toBeGreaterThan(25)
})

// The statements that the app sends are read by `security/tenant-isolation/single-layer.test.ts`; these are tests of the reading.

const owned = new Set(['customers', 'documents', 'document_balance', 'items', 'payments'])

test.each([
  ['no user’s id for customers', 'select name from customers where id = $1'],
  ['no user’s id for customers', 'select c.name from documents d join customers c on c.id = d.customer_id where d.user_id = $1'],
  ['no user’s id for customers', 'select c.name from documents d join customers as c on c.user_id = d.user_id where d.user_id = $1'],
  ['no user’s id for customers', 'select 1 from documents d, customers c where d.user_id = $1 and c.id = d.customer_id'],
  [
    'no user’s id for documents',
    'select (select count(*) from documents d where d.customer_id = c.id) from customers c where c.user_id = $1',
  ],
  ['no user’s id for documents', 'with d as (select id from documents) select 1 from d join items i on i.user_id = $1'],
  ['no user’s id for items', 'select id from customers where user_id = $1 union all select id from items'],
  ['no user’s id for items', 'update items set name = $2 where id = $1'],
  ['no user’s id for items', 'delete from items where id = $1'],
  ['no user’s id for items', 'delete from "items" using "customers" where "customers"."user_id" = $1'],
  ['no user’s id for document_balance', "select 'x.user_id = $1' from document_balance b"],
  ['a lock on users', 'select 1 from users where id = $1 for no key update'],
  ['a lock on users', 'select 1 from (select u.id from users u where u.id = $1 for share of u) held'],
  ['INSERT ... SELECT', 'insert into items (user_id, name) select $1, name from unnest($2::text[]) name'],
  ['INSERT ... SELECT', 'insert into items (user_id, name) (with n as (select 1) select $1, $2 from n)'],
  ['a sub-select in VALUES', 'insert into items (user_id, name) values ($1, coalesce($2, (select email from users where id = $1)))'],
  ['now() in DO UPDATE', 'insert into items (user_id) values ($1) on conflict (user_id) do update set updated_at = now()'],
  ['now() in CASE', 'update items set updated_at = case when $2 then now() end where user_id = $1'],
  ['more than 12 parameters', `select ${Array.from({ length: 13 }, (_, i) => `$${i + 1}`)}`],
  ['more than 12 parameters', `insert into items values (${Array.from({ length: 13 }, (_, i) => `$${i + 1}`)}), ($14)`],
])('%s: %s', (fault, text) => {
  expect(findStatementFaults(text, owned)).toEqual([fault])
})

test.each([
  'select c.name from documents d join customers c on c.user_id = $1 and c.id = d.customer_id where (d.user_id = $1 or false) for share of c',
  'select "documents"."id" from "documents" where "documents"."user_id" = 7',
  'select case when true then 1 end, now(), extract(epoch from now()) from documents where user_id = $1 and (id, number) in (select $2, $3)',
  'select (select sum(b.paid) from document_balance b where b.user_id = $1) from items i where i.user_id = $1 union select 1 from payments where user_id = $1',
  'update documents p set number = $3, notes = $4 from customers c where c.user_id = $1 and p.user_id = $1 and p.id = $2',
  "insert into items (user_id, name) values ($1, ($2::jsonb ->> 'name')), ($1, $3) on conflict do update set name = excluded.name, at = excluded.at",
  `insert into items (user_id, id) values ${Array.from({ length: 20 }, (_, i) => `($1, $${i + 2})`)}`,
  `insert into "items" values (${Array.from({ length: 13 }, (_, i) => `$${i + 1}`)})`,
])('distributable: %s', (text) => {
  expect(findStatementFaults(text, owned)).toEqual([])
})
