import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Database } from '#server/platform/db/client.ts'
import { isSoak, soakCount, soakSeed } from '#shared/testing/soak.ts'

type Client = {
  release: (error?: Error | boolean) => void
  query: (...args: unknown[]) => unknown
  connection: { stream: { destroy(): void } }
}

/** Waits for what earlier requests left to do behind their commits: its statements would be counted. */
const waitUntilIdle = async ({ pool }: Database): Promise<void> => {
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) await sleep(5)
}

const interval = 5
/**
 * Whether work is cut off at its so-manieth statement: at every one in the soak. `npm test` has the first one, each COMMIT, which decides what is stored and
 * whose answer may be lost, and every fifth of the others.
 */
const isKillPoint = (ordinal: number, statement: unknown): boolean =>
  isSoak || ordinal === 1 || ordinal % interval === soakSeed % interval || (typeof statement === 'string' && /^commit/i.test(statement))

/** How many kills there are at least in work of more than so many statements. */
export const countKills = (statements: number): number => soakCount(Math.floor(statements / interval), statements)

/** The async context of the work: jobs that run meanwhile are neither counted nor cut off. */
const workContext = new AsyncLocalStorage<true>()

/**
 * Does work whose connection to the database breaks at the nth of the statements at which it can be killed, as when its process is killed there.
 * @returns whether the work ended before it
 */
export const runKilledAt = async (database: Database, nth: number, work: () => Promise<unknown>): Promise<boolean> => {
  await waitUntilIdle(database)
  const { pool } = database
  const connect = pool.connect.bind(pool)
  let [statements, points] = [0, 0]
  const take = async () => {
    const client = (await connect()) as unknown as Client
    const { query, release } = client
    return Object.assign(client, {
      query: (...args: unknown[]) => {
        if (workContext.getStore() && isKillPoint(++statements, args[0]) && ++points === nth) client.connection.stream.destroy()
        return query.apply(client, args)
      },
      release: (error?: Error | boolean) => {
        Object.assign(client, { query, release })
        release.call(client, error)
      },
    })
  }
  // `pool.query` passes a callback.
  const spy = vi
    .spyOn(pool, 'connect')
    .mockImplementation(((callback?: (error: unknown, client?: Client, release?: unknown) => void) =>
      callback
        ? void take().then((client) => callback(undefined, client, (error?: Error) => client.release(error)), callback)
        : take()) as never)
  const isDone = await workContext.run(true, work).then(
    () => points < nth,
    () => false,
  )
  spy.mockRestore()
  return isDone
}
