import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { readPassword } from './cluster.ts'
import type { ClusterLocation } from './location.ts'
import { findPostmaster, waitUntilReady } from './postmaster.ts'
import { buildConnection, openSession } from './session.ts'
import { withStartLock } from './start-lock.ts'
import { stopUnlessUsed } from './watchdog.ts'

// Runs once the app has ended without stopping its server: node watchdog-process.ts <location> <when the app ended>

/** In seconds since 1970: the third line of the pid file. */
const readStartTime = async (cluster: string): Promise<number> =>
  Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[2])

/** Unless another process uses it, or has started it since. `diedAt` is in seconds since 1970. */
const stopAbandoned = async (location: ClusterLocation, diedAt: number): Promise<void> => {
  const found = await findPostmaster(location.cluster)
  if (!((await readStartTime(location.cluster)) <= diedAt)) return
  const server = found && (await waitUntilReady(location.cluster, found.pid))
  if (!server) return
  const session = await openSession(buildConnection(server.sockets, await readPassword(location)), {
    exclusive: false,
    dataDir: location.dataDir,
  })
  await stopUnlessUsed(session, location, { exclusive: false, log: () => undefined }).finally(() => session.client.end())
}

const location = JSON.parse(process.argv[2]!) as ClusterLocation
const stop = () => stopAbandoned(location, Number(process.argv[3]))
// Under the lock, so that no start happens between the check and the stop. On a full disk the lock file cannot be written: then without it.
await withStartLock(location.lockFile, stop).catch((error: unknown) => {
  if (isDiskFull(error)) return stop()
})
