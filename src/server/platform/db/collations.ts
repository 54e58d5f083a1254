import type { Client } from 'pg'

// An index on text is in the order of the ICU version that wrote it. A server with a newer ICU may order some letters otherwise and would then
// miss rows in such an index, so it is written anew. PostgreSQL keeps the version with the collation, and only warns.

const changed = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.collname) as collation, c.oid
  from pg_collation c join pg_namespace n on n.oid = c.collnamespace
  where c.collname = 'natural_order' and c.collversion is distinct from pg_collation_actual_version(c.oid)`

const indexesOn = `
  select distinct i.indexrelid::regclass::text as index
  from pg_index i cross join lateral unnest(i.indcollation::oid[]) as used(id) where used.id = $1`

/** Writes the indexes anew whose order was made by another version of ICU than the server has now. Answers how many. */
export const renewOrder = async (client: Client): Promise<number> => {
  let renewed = 0
  for (const { collation, oid } of (await client.query<{ collation: string; oid: number }>(changed)).rows) {
    for (const { index } of (await client.query<{ index: string }>(indexesOn, [oid])).rows) {
      await client.query(`reindex index ${index}`)
      renewed++
    }
    await client.query(`alter collation ${collation} refresh version`)
  }
  return renewed
}
