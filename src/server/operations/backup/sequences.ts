import type { Client } from 'pg'
import { BackupError, type Manifest } from './manifest.ts'
import { quoteIdentifier } from './tables.ts'

/**
 * What the sequences stand at. To be read after the rows: a sequence knows no transactions, and what it says later is beyond every number that the
 * rows have.
 */
export const readSequences = async (client: Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public' order by 1",
  )
  const all: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: number; isCalled: boolean }>(
      `select last_value::float8 as value, is_called as "isCalled" from public.${quoteIdentifier(name)}`,
    )
    all.push({ name, ...found[0]! })
  }
  return all
}

type Defined = { name: string; min: number; max: number; table: string | null; column: string | null }

const definedQuery = `
  select s.relname as name, q.seqmin::float8 as min, q.seqmax::float8 as max, t.relname as table, a.attname as column
  from pg_class s join pg_sequence q on q.seqrelid = s.oid
  left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  left join pg_class t on t.oid = d.refobjid
  left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by 1`

const largest = async (client: Client, { table, column }: Defined): Promise<number | null> => {
  if (!table || !column) return null
  const { rows } = await client.query<{ most: number | null }>(
    `select max(${quoteIdentifier(column)})::float8 as most from public.${quoteIdentifier(table)}`,
  )
  return rows[0]!.most
}

/**
 * Sets the sequences to what the backup says, when that fits the rows: one that was set back would give new rows the numbers of old ones. To be called
 * when all rows are there and can be seen.
 * @throws BackupError
 */
export const restoreSequences = async (client: Client, { sequences }: Manifest, path: string): Promise<void> => {
  const damaged = (what: string) =>
    new BackupError(`${path} can’t be restored: ${what}. It is damaged, or was changed after the backup was made. Nothing was changed.`)
  const { rows: defined } = await client.query<Defined>(definedQuery)
  const names = (list: readonly { name: string }[]) =>
    list
      .map(({ name }) => name)
      .toSorted()
      .join()
  if (names(defined) !== names(sequences)) throw damaged('its counters aren’t those of its tables')
  for (const one of defined) {
    const { value, isCalled } = sequences.find(({ name }) => name === one.name)!
    const next = isCalled ? value + 1 : value
    const most = await largest(client, one)
    if (most !== null && next <= most)
      throw damaged(`its counter ${one.name} would give the number ${next} next, and ${one.table} has numbers up to ${most}`)
    if (value < one.min || next > one.max) throw damaged(`its counter ${one.name} stands at ${value}, which is out of bounds`)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${quoteIdentifier(one.name)}`, value, isCalled])
  }
}
