import type { z } from 'zod'
import { maxSimilar, type similarCustomers, type similarInput } from '#modules/customers/contract.ts'
import type { UserDb } from '#server/platform/db/client.ts'

type Match = { row: number; by: 'email' | 'name'; customer: string; total: number }

/**
 * Finds customers with the same email or the same name, in any case, for rows that are about to be saved: at most one of each kind per row. Rows that
 * the import will skip, because both are the same, are left out.
 */
export const findSimilar = async (
  db: UserDb,
  { rows, customerId, skipExisting }: z.output<typeof similarInput>,
): Promise<z.output<typeof similarCustomers>> => {
  const found = await db.rows<Match>(
    `with mine as (
       select name as shown, lower(name collate "und-x-icu") as name, lower(coalesce(email, '') collate "und-x-icu") as email
       from customers where user_id = $1 and id is distinct from $4
     ),
     wanted as (
       select row, lower(name collate "und-x-icu") as name, lower(email collate "und-x-icu") as email
       from unnest($2::text[], $3::text[]) with ordinality as sent(name, email, row)
     ),
     asked as (
       select w.* from wanted w
       where not $5 or not exists (select from mine m where m.name = w.name and m.email = w.email)
     ),
     found as (
       select a.row, 'email' as by, min(m.shown) as customer from asked a join mine m on m.email = a.email where a.email <> '' group by a.row
       union all
       select a.row, 'name', min(m.shown) from asked a join mine m on m.name = a.name where a.name <> '' group by a.row
     )
     select (row - 1)::int as row, by, customer, (select count(distinct row)::int from found) as total
     from found order by row, by limit $6`,
    [db.userId, rows.map(({ name }) => name ?? ''), rows.map(({ email }) => email ?? ''), customerId ?? null, skipExisting, maxSimilar],
    'customers.similar',
  )
  return { total: found[0]?.total ?? 0, found: found.map(({ total: _, ...one }) => one) }
}
