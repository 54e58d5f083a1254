import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'

/** Waits until a database accepts connections. @returns the moment by `performance.now()`, or null after the timeout */
export const waitForDatabase = async (connection: ClientConfig, timeoutMs: number): Promise<number | null> => {
  for (const until = performance.now() + timeoutMs; performance.now() < until; await sleep(5)) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    const accepts = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      )
    const now = performance.now()
    void client.end().catch(() => undefined)
    if (accepts) return now
  }
  return null
}
