import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './cluster.ts'
import type { ClusterLocation } from './location.ts'
import { stopPostmaster } from './postmaster.ts'
import { holdsAppLock, isUsedByOthers, type Session } from './session.ts'

type Options = { exclusive: boolean; log: (line: string) => void }

/** The app stops it if it still holds the app's lock, a script if no other process uses the server. */
export const stopUnlessUsed = async (session: Session, location: ClusterLocation, { exclusive, log }: Options): Promise<void> => {
  const mayStop = exclusive ? await holdsAppLock(session) : !(await isUsedByOthers(session))
  if (mayStop) return stopPostmaster(location.cluster, log)
  if (exclusive) log(`PostgreSQL in ${location.root} was not stopped: this process no longer holds it.`)
}

/**
 * Reads a line, or the end of the pipe, which comes when the app's process has ended. The delay lets an immediate restart of the app adopt
 * the running server. Node starts only then: until that moment the watchdog is a shell of 1 MB.
 */
const script = 'read -r line && exit 0; died=$(date +%s); sleep 2; exec "$0" "$1" "$2" "$died"'

const watchdogProcess = fileURLToPath(import.meta.resolve('#server/operations/embedded-postgres/watchdog-process.ts'))

/**
 * For an app that is killed or crashes. In a session of its own, so that it survives when the app's process and its group are killed.
 * `dismiss` is to be called once the server has been stopped or is left to other processes.
 */
export const startWatchdog = (location: ClusterLocation): { dismiss: () => void } => {
  const child = spawn('/bin/sh', ['-c', script, process.execPath, watchdogProcess, JSON.stringify(location)], {
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
