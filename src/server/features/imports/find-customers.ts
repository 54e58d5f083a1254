import type { UserDb } from '#server/platform/db/client.ts'

type Found = { id: number } | { several: number } | undefined

/**
 * Finds customers by what a file calls them, whatever the case: by name, and where nobody has that name by company. None of those found
 * can be deleted until the transaction ends.
 * @returns what a name stands for: one customer's id, how many customers go by it, or undefined for nobody
 */
export const findCustomers = async (db: UserDb, names: readonly string[]): Promise<(name: string) => Found> => {
  const rows = await db.rows<{ name: string; id: number; count: number }>(
    `with wanted as (select distinct name, lower(name collate "und-x-icu") as key from unnest($2::text[]) as name),
     named as (
       select w.name, c.id from wanted w join customers c on lower(c.name collate "und-x-icu") = w.key
       where c.user_id = $1 for key share of c
     ),
     firms as (
       select w.name, c.id from wanted w join customers c on lower(c.company collate "und-x-icu") = w.key
       where c.user_id = $1 for key share of c
     ),
     by_name as (select name, min(id) as id, count(*)::int as count from named group by name),
     by_company as (select name, min(id) as id, count(*)::int as count from firms group by name)
     select * from by_name
     union all
     select * from by_company where name not in (select name from by_name)`,
    [db.userId, [...new Set(names)]],
  )
  const found = new Map(rows.map(({ name, id, count }) => [name, count === 1 ? { id } : { several: count }]))
  return (name) => found.get(name)
}
