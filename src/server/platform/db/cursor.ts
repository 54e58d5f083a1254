import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

const defaultBatchSize = 500

/** So that few rows are in memory. */
export async function* readInBatches<Row>(
  db: Db,
  query: SQL | { text: string; values: readonly unknown[] },
  batchSize: number = defaultBatchSize,
): AsyncGenerator<Row[]> {
  const declare = 'declare batches no scroll cursor for'
  if ('text' in query) await db.rows(`${declare} ${query.text}`, query.values)
  else await db.orm.execute(sql`${sql.raw(declare)} ${query}`)
  for (;;) {
    const rows = await db.rows<Row>(`fetch ${batchSize} from batches`)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
  }
  await db.rows('close batches')
}
