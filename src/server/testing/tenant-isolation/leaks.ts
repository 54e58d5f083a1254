import type { Reply, TestApp } from '#server/testing/app.ts'
import type { Tenant } from './references.ts'

/** The tables with a `user_id` column. */
export const listOwnedTables = async (app: TestApp): Promise<string[]> =>
  (
    await app.sql<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE' order by 1`,
    )
  ).map(({ name }) => name)

/**
 * Creates a function that hashes all rows of a user by table: the user's own tables, and those of sign-in. `listChangedTables` compares two of its
 * results.
 */
export const createFingerprint = async (app: TestApp, { userId, email }: Tenant): Promise<() => Promise<Record<string, string>>> => {
  const hash = (table: string, condition: string) =>
    `select '${table}' as name, md5(coalesce(string_agg(x::text, chr(10) order by x::text), '')) as hash from ${table} x where ${condition}`
  const parts = [
    ...(await listOwnedTables(app)).map((table) => hash(table, 'x.user_id = $1')),
    hash('users', 'x.id = $1'),
    hash('sessions', "(x.sess ->> 'userId')::bigint = $1"),
    hash('identity_accounts', 'lower(x.email) = lower($2)'),
    `select 'jobs' as name, count(*)::text as hash from graphile_worker._private_jobs x where x.payload ->> 'userId' = $1::text`,
  ]
  const text = parts.join('\nunion all ')
  return async () =>
    Object.fromEntries((await app.sql<{ name: string; hash: string }>(text, [userId, email])).map(({ name, hash }) => [name, hash]))
}

/** The names of tables whose hashes differ. */
export const listChangedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(before).filter((name) => before[name] !== after[name])

/** The ids of the searched user start here: no other number in any reply looks like one of them. */
const firstId = 77_000_000_000
/** The ids of all others start here: like those, they don't fit into 32 bits. */
const firstIdOfOthers = 5_000_000_000

/** Lets all sequences give ids that don't fit into 32 bits. */
export const skipSmallIds = async (app: TestApp): Promise<void> => {
  for (const { name } of await app.sql<{ name: string }>(
    "select format('%I', sequencename) as name from pg_sequences where schemaname = 'public'",
  ))
    await app.sql(`select setval('${name}', ${firstIdOfOthers})`)
}

/** Runs `work` with sequences that give recognizable ids, and then restores them. */
export const withKnownIds = async <T>(app: TestApp, work: () => Promise<T>): Promise<T> => {
  const sequences = await app.sql<{ name: string; last: string | null }>(
    "select format('%I', sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'",
  )
  for (const { name } of sequences) await app.sql(`select setval('${name}', ${firstId})`)
  const result = await work()
  for (const { name, last } of sequences) await app.sql(`select setval('${name}', $1::bigint, $2)`, [last ?? 1, last !== null])
  return result
}

/** Matches everything of a user that must not be in any reply to others: texts, ids, secrets and the email address. */
export const createLeakPattern = (owner: Tenant): RegExp => {
  const secrets = [...Object.values(owner.publicIds), owner.sessionRef, owner.logoPath.split('/').at(-1)!, owner.email]
  const escaped = secrets.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`SECRET-\\d+|secret-\\d+|\\b77\\d{9}\\b|${escaped.join('|')}`, 'g')
}

/** What of a user is in a reply, in its body or headers. What the request itself contained does not count. */
export const findLeaks = (pattern: RegExp, { bytes, headers }: Pick<Reply, 'bytes' | 'headers'>, request: string): string[] => {
  const text = `${bytes.toString('latin1')}\n${JSON.stringify(headers)}`
  return [...new Set(text.match(pattern) ?? [])].filter((mark) => !request.includes(mark))
}
