import type { Client, ClientConfig } from 'pg'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { migrationLock, requiredExtensions, restoreMarker } from '#server/platform/db/migrate.ts'
import { BackupError } from './manifest.ts'
import { quoteIdentifier } from './tables.ts'

type DatabaseObject = { type: string; identity: string }

/** Without what belongs to an extension or to another object. */
const objectsQuery = `
  select o.type, o.identity
  from pg_depend d cross join lateral pg_identify_object(d.classid, d.objid, 0) o
  where d.refclassid = 'pg_namespace'::regclass and d.deptype = 'n'
    and d.refobjid in (select oid from pg_namespace where nspname in ('public', 'drizzle'))
    and not exists (select from pg_depend e where e.classid = d.classid and e.objid = d.objid and e.deptype in ('e', 'i', 'a'))
  order by 1, 2`

/** `isUnfinished` when a restore into it was killed, whose leftovers the next one removes. */
export type TargetDatabase = { tables: number; others: number; isUnfinished: boolean }

export const inspectDatabase = async (client: Client): Promise<TargetDatabase> => {
  const { rows: objects } = await client.query<DatabaseObject>(objectsQuery)
  const { rows } = await client.query<{ isUnfinished: boolean }>('select to_regnamespace($1) is not null as "isUnfinished"', [
    restoreMarker,
  ])
  const tables = objects.filter(({ type }) => type === 'table').length
  return { tables, others: objects.length - tables, isUnfinished: rows[0]!.isUnfinished }
}

export const isFree = ({ tables, others, isUnfinished }: TargetDatabase): boolean => isUnfinished || tables + others === 0

export const describeObjects = ({ tables, others }: TargetDatabase): string => {
  const count = (n: number, noun: string) => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`])
  return [...count(tables, 'table'), ...count(others, tables > 0 ? 'other object' : 'function or other object')].join(' and ')
}

/** Also notes what the restore adds outside the tables' schema. @throws BackupError when the database is not empty */
export const markRestore = async (client: Client): Promise<void> => {
  const target = await inspectDatabase(client)
  if (target.isUnfinished) await takeBack(client)
  else if (!isFree(target))
    throw new BackupError(`The database isn’t empty (${describeObjects(target)}): a backup can only be restored into an empty one.`)
  await client.query('begin')
  await client.query(`create schema ${restoreMarker}`)
  await client.query(
    `create table ${restoreMarker}.added as
       select 'schema' as type, name from unnest(array['drizzle', 'graphile_worker']) name where to_regnamespace(name) is null
       union all
       select 'extension', name from unnest(array['${requiredExtensions.join("', '")}']) name
       where not exists (select from pg_extension where extname = name)`,
  )
  await client.query('commit')
}

/** To be called in the transaction that has loaded all rows. */
export const unmarkRestore = async (client: Client): Promise<void> => {
  await client.query(`drop schema ${restoreMarker} cascade`)
}

/** The marked database was empty before, so everything in it is from the restore. */
const takeBack = async (client: Client): Promise<void> => {
  await client.query('begin')
  const { rows: objects } = await client.query<DatabaseObject>(objectsQuery)
  for (const { type, identity } of objects)
    await client.query(`drop ${type.replace('composite type', 'type')} if exists ${identity} cascade`)
  const { rows: added } = await client.query<{ type: string; name: string }>(`select type, name from ${restoreMarker}.added`)
  for (const { type, name } of added) await client.query(`drop ${type} if exists ${quoteIdentifier(name)} cascade`)
  await client.query(`drop schema ${restoreMarker} cascade`)
  await client.query('commit')
}

/** With a connection of its own, because the restore's may be broken. Does nothing when the database is not marked. */
export const takeBackRestore = async (owner: ClientConfig): Promise<void> => {
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    await client.query("set client_min_messages = warning; set lock_timeout = '60s'")
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    if ((await inspectDatabase(client)).isUnfinished) await takeBack(client)
  } finally {
    await client.end()
  }
}
