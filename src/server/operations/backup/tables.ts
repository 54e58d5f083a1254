import type { Client } from 'pg'
import { BackupError } from './manifest.ts'

export type Table = {
  name: string
  /** Without generated columns. */
  columns: readonly string[]
  /** Also for the tables' owner. */
  hasRowSecurity: boolean
}

/** Who holds one is let in without a password, and they expire soon; after a restore, users sign in again. Rate limits count minutes. */
const temporaryTables = ['sessions', 'identity_records', 'sign_in_attempts', 'rate_counts']

const tablesQuery = `
  select c.relname as name, c.relrowsecurity as "hasRowSecurity", c.relpersistence = 'u' as "isUnlogged",
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  group by c.oid order by c.relname`

export const listTables = async (client: Client): Promise<{ tables: Table[]; leftOut: string[] }> => {
  const { rows } = await client.query<Table & { isUnlogged: boolean }>(tablesQuery)
  const isLeftOut = ({ name, isUnlogged }: { name: string; isUnlogged: boolean }) => isUnlogged || temporaryTables.includes(name)
  return {
    tables: rows.filter((row) => !isLeftOut(row)).map(({ name, columns, hasRowSecurity }) => ({ name, columns, hasRowSecurity })),
    leftOut: rows.filter(isLeftOut).map(({ name }) => name),
  }
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const bypassesRowSecurity = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ bypasses: boolean }>(
    'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  )
  return rows[0]?.bypasses ?? false
}

/** Per text of statements: each needs an index lookup. */
const usersAtOnce = 200

/**
 * A role that row-level security applies to copies the rows as one user after another: every protected row belongs to a user (by a foreign
 * key), so no policy has to be disabled. `users` is null for a role that bypasses it.
 * @throws BackupError when a protected table has no user id
 */
export const buildCopyStatements = ({ name, columns, hasRowSecurity }: Table, users: readonly number[] | null): string[] => {
  const list = columns.map(quoteIdentifier).join(', ')
  // The users themselves are visible without a current user, because each sign-in looks for one.
  if (!users || !hasRowSecurity || name === 'users') return [`copy public.${quoteIdentifier(name)} (${list}) to stdout`]
  if (!columns.includes('user_id')) throw new BackupError(`The table ${name} has row-level security, but no column user_id.`)
  const copy = (user: number) =>
    `select set_config('app.user_id', '${user}', true); copy (select ${list} from public.${quoteIdentifier(name)} where user_id = ${user}) to stdout`
  const batches = Array.from({ length: Math.ceil(users.length / usersAtOnce) }, (_, i) =>
    users.slice(i * usersAtOnce, (i + 1) * usersAtOnce),
  )
  return [...batches.map((batch) => batch.map(copy).join('; ')), "select set_config('app.user_id', '', true)"]
}

/** Makes the output of COPY independent of the server's settings, and lets no timeout end a long one. */
export const sessionSettings = `
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex';
  set client_encoding = 'UTF8'; set synchronize_seqscans = off; set statement_timeout = 0; set lock_timeout = '60s';
  set idle_in_transaction_session_timeout = 0; set client_min_messages = warning`
