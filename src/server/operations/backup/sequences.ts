import type { Client } from 'pg'
import { BackupError, type Manifest } from './manifest.ts'
import { quoteIdentifier } from './tables.ts'

/** Must be read after the rows: sequences are not transactional, and a later value is beyond every id of the rows. */
export const readSequences = async (client: Client): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public' order by 1",
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: number; isCalled: boolean }>(
      `select last_value::float8 as value, is_called as "isCalled" from public.${quoteIdentifier(name)}`,
    )
    sequences.push({ name, ...found[0]! })
  }
  return sequences
}

type Definition = { name: string; min: number; max: number; table: string | null; column: string | null }

const definitionsQuery = `
  select s.relname as name, q.seqmin::float8 as min, q.seqmax::float8 as max, t.relname as table, a.attname as column
  from pg_class s join pg_sequence q on q.seqrelid = s.oid
  left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  left join pg_class t on t.oid = d.refobjid
  left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace order by 1`

const findLargestId = async (client: Client, { table, column }: Definition): Promise<number | null> => {
  if (!table || !column) return null
  const { rows } = await client.query<{ most: number | null }>(
    `select max(${quoteIdentifier(column)})::float8 as most from public.${quoteIdentifier(table)}`,
  )
  return rows[0]!.most
}

/**
 * A sequence that was set back would give new rows the ids of existing ones. Must be called when all rows are imported and visible.
 * @throws BackupError when a value does not fit the rows
 */
export const restoreSequences = async (client: Client, { sequences }: Manifest, path: string): Promise<void> => {
  const damaged = (what: string) =>
    new BackupError(`${path} can’t be restored: ${what}. It is damaged, or was changed after the backup was made. Nothing was changed.`)
  const { rows: defined } = await client.query<Definition>(definitionsQuery)
  const names = (list: readonly { name: string }[]) =>
    list
      .map(({ name }) => name)
      .toSorted()
      .join()
  if (names(defined) !== names(sequences)) throw damaged('its sequences don’t match its tables')
  for (const one of defined) {
    const { value, isCalled } = sequences.find(({ name }) => name === one.name)!
    const next = isCalled ? value + 1 : value
    const most = await findLargestId(client, one)
    if (most !== null && next <= most)
      throw damaged(`its sequence ${one.name} would give the id ${next} next, and ${one.table} has ids up to ${most}`)
    if (value < one.min || next > Math.min(one.max, Number.MAX_SAFE_INTEGER))
      throw damaged(`its sequence ${one.name} is at ${value}, which is out of bounds`)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${quoteIdentifier(one.name)}`, value, isCalled])
  }
}
