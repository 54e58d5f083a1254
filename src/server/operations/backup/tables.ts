import type { Client } from 'pg'
import { BackupError } from './manifest.ts'

/** A table as COPY has to be asked for it. */
export type Table = {
  name: string
  /** Those that hold something; the server computes the others. */
  columns: readonly string[]
  /** Behind the walls rows are seen by their owner only, even by the tables' owner. */
  hasWalls: boolean
}

/**
 * Tables whose rows stay behind: what lets somebody in without a password is worth stealing and soon over (sessions, and what the identity provider keeps
 * between requests: whoever is restored signs in again), and counters of the last minutes are nobody's loss.
 */
const passing = ['sessions', 'identity_records', 'sign_in_attempts', 'rate_counts']

const tablesQuery = `
  select c.relname as name, c.relrowsecurity as "hasWalls", c.relpersistence = 'u' as "isUnlogged",
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  group by c.oid order by c.relname`

/** The tables whose rows make a backup, and the names of the others. */
export const listTables = async (client: Client): Promise<{ tables: Table[]; leftOut: string[] }> => {
  const { rows } = await client.query<Table & { isUnlogged: boolean }>(tablesQuery)
  const stays = ({ name, isUnlogged }: { name: string; isUnlogged: boolean }) => isUnlogged || passing.includes(name)
  return {
    tables: rows.filter((row) => !stays(row)).map(({ name, columns, hasWalls }) => ({ name, columns, hasWalls })),
    leftOut: rows.filter(stays).map(({ name }) => name),
  }
}

/** Quotes a name for use in SQL text. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Whether the role sees every row of every table, whatever the walls say. */
export const bypassesRowSecurity = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ sees: boolean }>(
    'select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  )
  return rows[0]?.sees ?? false
}

/** How many users' rows are asked for at once: each costs a look into an index. */
const usersAtOnce = 200

/**
 * The statements that copy all rows of a table. Who can't see through the walls asks as one user after the other: every row behind a wall is some user's
 * (a foreign key says so), and no wall has to be opened for it.
 * @param users everybody's id, for an owner whom the walls bind; null for one who sees through them
 * @throws BackupError when rows are behind walls and nobody's
 */
export const buildCopyStatements = ({ name, columns, hasWalls }: Table, users: readonly number[] | null): string[] => {
  const list = columns.map(quoteIdentifier).join(', ')
  // The users themselves are shown to whoever is nobody: each sign-in looks for one.
  if (!users || !hasWalls || name === 'users') return [`copy public.${quoteIdentifier(name)} (${list}) to stdout`]
  if (!columns.includes('user_id'))
    throw new BackupError(`The table ${name} stands behind a wall, but its rows say of no user that they are his.`)
  const copy = (user: number) =>
    `select set_config('app.user_id', '${user}', true); copy (select ${list} from public.${quoteIdentifier(name)} where user_id = ${user}) to stdout`
  const batches = Array.from({ length: Math.ceil(users.length / usersAtOnce) }, (_, i) =>
    users.slice(i * usersAtOnce, (i + 1) * usersAtOnce),
  )
  return [...batches.map((batch) => batch.map(copy).join('; ')), "select set_config('app.user_id', '', true)"]
}

/** What a text of COPY looks like must depend on nobody's settings, and no setting may end a long one. */
export const sessionSettings = `
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex';
  set client_encoding = 'UTF8'; set synchronize_seqscans = off; set statement_timeout = 0; set lock_timeout = '60s';
  set idle_in_transaction_session_timeout = 0; set client_min_messages = warning`
