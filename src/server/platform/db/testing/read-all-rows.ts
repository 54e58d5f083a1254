import type { Client } from 'pg'

export type TableRows = Record<string, Record<string, unknown>[]>

/** Every row of every table as JSON, without generated columns. The client must be a superuser. */
export const readAllRows = async (client: Client): Promise<TableRows> => {
  const result: TableRows = {}
  const { rows: tables } = await client.query<{ name: string; generated: string[] }>(
    `select c.relname as name, coalesce(array_agg(a.attname::text) filter (where a.attgenerated <> ''), '{}') as generated
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 group by 1 order by 1`,
  )
  for (const { name, generated } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - $1::text[] as row from ${name} t order by 1`,
      [generated],
    )
    result[name] = rows.map(({ row }) => row)
  }
  return result
}
