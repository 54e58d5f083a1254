import pg from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import type { RunningApp } from './app.ts'

const waits = [
  "update automatic_payments set next_at = next_at - $1 * interval '1 day' where next_at is not null",
  "update document_emails set settled_at = settled_at - $1 * interval '1 day'",
  "update payment_attempts set created_at = created_at - $1 * interval '1 day' where customer_ref is not null",
  "update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 day' where key like 'automatic-payments.run%'",
]

/** Lets days pass for automatic payments, by moving the times that are stored. Only the embedded database can be reached. */
export const passDays = async ({ dataDir }: RunningApp, days: number): Promise<void> => {
  const database = await startEmbedded({ dataDir, exclusive: false, log: () => undefined })
  const client = new pg.Client(database.connection)
  try {
    await client.connect()
    for (const statement of waits) await client.query(statement, [days])
  } finally {
    await client.end()
    await database.stop()
  }
}
