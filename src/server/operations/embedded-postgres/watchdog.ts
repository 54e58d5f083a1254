import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { bareEnvironment, readPassword } from './cluster.ts'
import type { ClusterLocation } from './location.ts'
import { findPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { buildConnection, holdsAppLock, isUsedByOthers, openSession, type Session } from './session.ts'
import { withStartLock } from './start-lock.ts'

type Options = { exclusive: boolean; log: (line: string) => void }

/** Stops the server on behalf of a session: of the app if it still holds the app's lock, of a tool if no other process uses the server. */
export const stopUnlessUsed = async (session: Session, place: ClusterLocation, { exclusive, log }: Options): Promise<void> => {
  const mayStop = exclusive ? await holdsAppLock(session) : !(await isUsedByOthers(session))
  if (mayStop) return stopPostmaster(place.cluster, log)
  if (exclusive) log(`PostgreSQL in ${place.root} was not stopped: this process no longer holds it.`)
}

/**
 * Reads a line, or the end of the pipe: that comes when the process at its other end is gone, however it ended. The pause lets a start that follows at
 * once take the server over as it is. Node is only started then: until that moment the guard is a shell of 1 MB.
 */
const script = 'read -r line && exit 0; died=$(date +%s); sleep 2; exec "$0" "$1" "$2" "$died"'

/**
 * Has the server stopped when this process ends without having stopped it: killed, or crashed. The guard is a process of its own, in a session of its own,
 * so that what kills this process and its group leaves it alone. It works alike on Linux and macOS, and for root.
 * @returns `dismiss`, to be called once the server has been stopped or left to others
 */
export const startWatchdog = (place: ClusterLocation): { dismiss: () => void } => {
  const child = spawn('/bin/sh', ['-c', script, process.execPath, import.meta.filename, JSON.stringify(place)], {
    cwd: '/',
    env: bareEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without it a killed app leaves the server running for the next start to take over, and nothing is lost.
  child.on('error', () => undefined)
  const pipe = child.stdin as Socket
  pipe.on('error', () => undefined)
  child.unref()
  pipe.unref()
  return { dismiss: () => void pipe.end('\n') }
}

/** When the server of a cluster was started, in seconds since 1970: the third line of its pid file. */
const startedAt = async (cluster: string): Promise<number> =>
  Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[2])

/** Stops the server of a place unless another process, app or tool, uses it by now, or has started it since. @param died seconds since 1970 */
const stopAbandoned = async (place: ClusterLocation, died: number): Promise<void> => {
  const found = await findPostmaster(place.cluster)
  if (!((await startedAt(place.cluster)) <= died)) return
  const server = found && (await waitUntilReady(place.cluster, found.pid))
  if (!server) return
  const session = await openSession(buildConnection(server.sockets, await readPassword(place)), {
    exclusive: false,
    dataDir: place.dataDir,
  })
  await stopUnlessUsed(session, place, { exclusive: false, log: () => undefined }).finally(() => session.client.end())
}

if (import.meta.main) {
  const place = JSON.parse(process.argv[2]!) as ClusterLocation
  const stop = () => stopAbandoned(place, Number(process.argv[3]))
  // Under the lock, so that no start arrives between the question and the stop; on a full disk, where no lock can be had, without it.
  await withStartLock(place.lockFile, stop).catch((error: unknown) => {
    if (isDiskFull(error)) return stop()
  })
}
