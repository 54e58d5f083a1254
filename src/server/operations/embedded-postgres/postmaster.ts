import { spawn } from 'node:child_process'
import { constants, ftruncateSync } from 'node:fs'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { bareEnvironment, cannotRunError } from './cluster.ts'
import { diskFullError, EmbeddedDatabaseError, mentionsFullDisk } from './errors.ts'
import { createPrivateFolder } from './folders.ts'
import type { ClusterLocation } from './location.ts'
import { isRunning, isServerOf, listServersIn, sendSignal, waitUntil } from './processes.ts'
import { isRoot } from './system-account.ts'

export type Postmaster = { pid: number; sockets: string; ready: boolean }

export const PORT = 5432
const MAX_LOG_BYTES = 5 * 1024 * 1024
/** Crash recovery replays the write-ahead log, which is limited to 1 GB: minutes on a slow disk, never hours. */
const START_MS = 300_000
const STOP_MS = 60_000

const getPidFile = (cluster: string) => join(cluster, 'postmaster.pid')

const readPidFile = async (cluster: string): Promise<Postmaster | undefined> => {
  const lines = (await readFile(getPidFile(cluster), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number(lines[0] || 0))
  return pid === 0 ? undefined : { pid, sockets: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

export const findPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const found = await readPidFile(cluster)
  return found && isServerOf(found.pid, cluster) ? found : undefined
}

const settings = (sockets: string): string[] =>
  Object.entries({
    listen_addresses: '',
    port: PORT,
    // The value is a list: quotes allow commas and spaces in the path.
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    shared_buffers: '64MB',
    max_connections: 120,
    // Most rows that are read are in memory, where reading one by an index costs no more than reading on.
    random_page_cost: 1.1,
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements and error details contain personal data, which must not be logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Opened without following links and changed by descriptor, because root writes into a folder of another account here. */
const openLog = async (location: ClusterLocation) => {
  const handle = await open(location.logFile, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  if ((await handle.stat()).size > MAX_LOG_BYTES) ftruncateSync(handle.fd)
  if (isRoot()) {
    const { uid, gid } = await stat(location.root)
    await handle.chown(uid, gid)
  }
  return handle
}

/**
 * Child processes of a server whose main process was killed hold the shared memory and would make the next start fail. The files' process
 * id may by now belong to another process or to a zombie (frequent in containers): PostgreSQL would take either for a running server.
 */
const clearRemains = async ({ cluster, sockets }: ClusterLocation): Promise<void> => {
  const haveEnded = () => listServersIn(cluster).length === 0
  if (!(await waitUntil(1000, haveEnded))) for (const pid of listServersIn(cluster)) sendSignal(pid, 'SIGKILL')
  if (!(await waitUntil(5000, haveEnded))) return
  const socket = join(sockets, `.s.PGSQL.${PORT}`)
  for (const file of [getPidFile(cluster), socket, `${socket}.lock`]) await rm(file, { force: true })
}

const readLastError = async (logFile: string, from: number): Promise<string> => {
  const lines = (await readFile(logFile)).subarray(from).toString().trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC): */, '').replace(/\.$/, '')
}

/** The server may still be starting or recovering. @returns undefined when it ends instead */
export const waitUntilReady = async (cluster: string, pid: number): Promise<Postmaster | undefined> => {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(15)) {
    const now = await readPidFile(cluster)
    if (now?.pid === pid && now.ready) return now
    if (!isRunning(pid)) return undefined
  }
  throw new EmbeddedDatabaseError(
    `The PostgreSQL server in ${cluster} (process ${pid}) was not ready after ${START_MS / 60_000} minutes. Stop that process, check its log, and start Billfold again.`,
  )
}

/** In a process session of its own, so that Ctrl-C reaches only the app. Must be called under the start lock, with no server running. */
export const startPostmaster = async (location: ClusterLocation, binaries: Binaries): Promise<Postmaster> => {
  await clearRemains(location)
  await createPrivateFolder(location.sockets, location.account)
  const log = await openLog(location)
  try {
    const { size } = await log.stat()
    const child = spawn(binaries.postgres, ['-D', location.cluster, ...settings(location.sockets)], {
      ...location.account.spawnAs,
      cwd: '/',
      env: bareEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject)).catch((error) => {
      throw cannotRunError(binaries.postgres, location, error)
    })
    child.unref()
    const ready = await waitUntilReady(location.cluster, child.pid!)
    if (ready) return ready
    const reason = await readLastError(location.logFile, size)
    if (mentionsFullDisk(reason)) throw diskFullError(location.dataDir)
    throw new EmbeddedDatabaseError(`PostgreSQL could not start in ${location.cluster}: ${reason}. Its log is ${location.logFile}.`)
  } finally {
    await log.close()
  }
}

export const stopPostmaster = async (cluster: string, log: (line: string) => void): Promise<void> => {
  const running = await findPostmaster(cluster)
  if (!running) return
  sendSignal(running.pid, 'SIGINT')
  if (await waitUntil(STOP_MS, () => !isRunning(running.pid))) return
  log(
    `PostgreSQL (process ${running.pid}) did not stop within ${STOP_MS / 1000} s: it is stopped immediately and recovers at its next start.`,
  )
  sendSignal(running.pid, 'SIGQUIT')
  if (!(await waitUntil(15_000, () => !isRunning(running.pid)))) sendSignal(running.pid, 'SIGKILL')
}
