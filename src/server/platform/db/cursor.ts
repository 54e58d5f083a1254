import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** So many rows are in memory at a time, unless they are large. */
const usual = 500

/**
 * Reads the rows of a query some at a time, by a cursor of the transaction: however many there are, few are in memory.
 * @param atOnce how many at a time
 */
export async function* readInBatches<Row>(
  db: Db,
  query: SQL | { text: string; values: readonly unknown[] },
  atOnce: number = usual,
): AsyncGenerator<Row[]> {
  const declare = 'declare batches no scroll cursor for'
  if ('text' in query) await db.rows(`${declare} ${query.text}`, query.values)
  else await db.orm.execute(sql`${sql.raw(declare)} ${query}`)
  for (;;) {
    const rows = await db.rows<Row>(`fetch ${atOnce} from batches`)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await db.rows('close batches')
}
