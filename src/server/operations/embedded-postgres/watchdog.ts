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

/** Stops the server for a session: for the app if it still holds the app's lock, for a script if no other process uses the server. */
export const stopUnlessUsed = async (session: Session, location: ClusterLocation, { exclusive, log }: Options): Promise<void> => {
  const mayStop = exclusive ? await holdsAppLock(session) : !(await isUsedByOthers(session))
  if (mayStop) return stopPostmaster(location.cluster, log)
  if (exclusive) log(`PostgreSQL in ${location.root} was not stopped: this process no longer holds it.`)
}

/**
 * Reads a line, or the end of the pipe, which comes when the app's process has ended. The delay lets an immediate restart of the app adopt the running
 * server. Node starts only then: until that moment the watchdog is a shell of 1 MB.
 */
const script = 'read -r line && exit 0; died=$(date +%s); sleep 2; exec "$0" "$1" "$2" "$died"'

/**
 * Stops the server when this process ends without having stopped it: killed, or crashed. The watchdog is a process in a session of its own, so that it
 * survives when this process and its group are killed. It works on Linux and macOS, and as root.
 * @returns `dismiss`, to be called once the server has been stopped or is left to other processes
 */
export const startWatchdog = (location: ClusterLocation): { dismiss: () => void } => {
  const child = spawn('/bin/sh', ['-c', script, process.execPath, import.meta.filename, JSON.stringify(location)], {
    cwd: '/',
    env: bareEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a watchdog, a killed app leaves the server running for the next start to adopt, and nothing is lost.
  child.on('error', () => undefined)
  const pipe = child.stdin as Socket
  pipe.on('error', () => undefined)
  child.unref()
  pipe.unref()
  return { dismiss: () => void pipe.end('\n') }
}

/** When the server of a cluster was started, in seconds since 1970: the third line of its pid file. */
const readStartTime = async (cluster: string): Promise<number> =>
  Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[2])

/** Stops the server unless another process uses it, or has started it since. @param diedAt when the app ended, in seconds since 1970 */
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

if (import.meta.main) {
  const location = JSON.parse(process.argv[2]!) as ClusterLocation
  const stop = () => stopAbandoned(location, Number(process.argv[3]))
  // Under the lock, so that no start happens between the check and the stop. On a full disk the lock file cannot be written: then without it.
  await withStartLock(location.lockFile, stop).catch((error: unknown) => {
    if (isDiskFull(error)) return stop()
  })
}
