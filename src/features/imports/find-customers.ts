import type { UserDb } from '#server/platform/db/client.ts'

export type CustomerMatch = { id: number } | { several: number } | undefined

/**
 * Finds customers by the names in a file, in any case: by name, or else by company. The customers found cannot be deleted until the transaction ends.
 * @returns for each name: the customer's id, the number of customers with that name, or undefined when there is none
 */
export const findCustomers = async (db: UserDb, names: readonly string[]): Promise<(name: string) => CustomerMatch> => {
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

/** Why a name leads to no customer. @param found how many have it, if several do */
export const describeUnknownCustomer = (name: string, found: { several: number } | undefined): string =>
  found
    ? `${found.several} customers are called "${name}". Give the one you mean a name of its own first`
    : `There is no customer called "${name}". Add it first`
