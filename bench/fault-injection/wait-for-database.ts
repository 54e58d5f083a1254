import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'

/** Waits until a database takes a connection and answers. @returns when that was, by `performance.now()`; null when it didn't in time */
export const waitForDatabase = async (connection: ClientConfig, patienceMs: number): Promise<number | null> => {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(5)) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    const accepts = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      )
    const at = performance.now()
    void client.end().catch(() => undefined)
    if (accepts) return at
  }
  return null
}
