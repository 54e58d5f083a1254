import type { Reply, TestApp } from '#server/testing/app.ts'
import type { Tenant } from './tenant.ts'

/** The tables whose rows belong to somebody, by the column that says to whom. */
export const listOwnedTables = async (app: TestApp): Promise<string[]> =>
  (
    await app.sql<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE' order by 1`,
    )
  ).map(({ name }) => name)

/**
 * Makes what answers a hash of all rows of somebody, table by table: of his own tables, and of what sign-in keeps of him.
 * @returns the names of the tables that differ between two of its answers come from `changed`
 */
export const createFingerprint = async (app: TestApp, { userId, email }: Tenant): Promise<() => Promise<Record<string, string>>> => {
  const hash = (table: string, whose: string) =>
    `select '${table}' as name, md5(coalesce(string_agg(x::text, chr(10) order by x::text), '')) as hash from ${table} x where ${whose}`
  const parts = [
    ...(await listOwnedTables(app)).map((table) => hash(table, 'x.user_id = $1')),
    hash('users', 'x.id = $1'),
    hash('sessions', "(x.sess ->> 'userId')::int = $1"),
    hash('identity_accounts', 'lower(x.email) = lower($2)'),
    `select 'jobs' as name, count(*)::text as hash from graphile_worker._private_jobs x where x.payload ->> 'userId' = $1::text`,
  ]
  const text = parts.join('\nunion all ')
  return async () =>
    Object.fromEntries((await app.sql<{ name: string; hash: string }>(text, [userId, email])).map(({ name, hash }) => [name, hash]))
}

/** The tables in which something is other than it was. */
export const listChangedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(before).filter((name) => before[name] !== after[name])

/** The ids of whoever is looked for begin here: no other number in any answer looks like one of them. */
const firstId = 770_000_000

/** Has all rows that `work` makes get ids by which they are known wherever they turn up; others go on as before. */
export const withKnownIds = async <T>(app: TestApp, work: () => Promise<T>): Promise<T> => {
  const sequences = await app.sql<{ name: string; last: string | null }>(
    "select format('%I', sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'",
  )
  for (const { name } of sequences) await app.sql(`select setval('${name}', ${firstId})`)
  const made = await work()
  for (const { name, last } of sequences) await app.sql(`select setval('${name}', $1::bigint, $2)`, [last ?? 1, last !== null])
  return made
}

/** What must turn up in no answer to anybody else: every text of his, his ids, his secrets and his address. */
export const createLeakPattern = (owner: Tenant): RegExp => {
  const secrets = [...Object.values(owner.publicIds), owner.sessionRef, owner.logoPath.split('/').at(-1)!, owner.email]
  const escaped = secrets.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`SECRET-\\d+|secret-\\d+|\\b77\\d{7}\\b|${escaped.join('|')}`, 'g')
}

/** What of somebody is in an answer, bytes and headers; what the request itself said is no news. */
export const findLeaks = (marks: RegExp, { bytes, headers }: Pick<Reply, 'bytes' | 'headers'>, request: string): string[] => {
  const said = `${bytes.toString('latin1')}\n${JSON.stringify(headers)}`
  return [...new Set(said.match(marks) ?? [])].filter((mark) => !request.includes(mark))
}
