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

/** The server's first process, as its pid file tells of it. `sockets` is the folder of its socket. */
export type Postmaster = { pid: number; sockets: string; ready: boolean }

export const PORT = 5432
const MAX_LOG_BYTES = 5 * 1024 * 1024
/** Recovery after a crash reads back the log of changes, which is bounded (1 GB): minutes on a slow disk, never hours. */
const START_MS = 300_000
const STOP_MS = 60_000

const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

const readPidFile = async (cluster: string): Promise<Postmaster | undefined> => {
  const lines = (await readFile(pidFileOf(cluster), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number(lines[0] || 0))
  return pid === 0 ? undefined : { pid, sockets: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** The server that runs in a data folder now, whoever started it. */
export const findPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const found = await readPidFile(cluster)
  return found && isServerOf(found.pid, cluster) ? found : undefined
}

const settings = (sockets: string): string[] =>
  Object.entries({
    listen_addresses: '',
    port: PORT,
    // The value is a list, in which quotes keep a path with a comma or blanks together.
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    shared_buffers: '64MB',
    max_connections: 120,
    fsync: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // Statements and details of errors hold people's data, which has no place in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Opened by number, and never through a link: as root this writes beside another account's files. */
const openLog = async (place: ClusterLocation) => {
  const handle = await open(place.logFile, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, 0o600)
  if ((await handle.stat()).size > MAX_LOG_BYTES) ftruncateSync(handle.fd)
  if (isRoot()) {
    const { uid, gid } = await stat(place.root)
    await handle.chown(uid, gid)
  }
  return handle
}

/**
 * Ends what is left of a server whose first process was killed: its children hold the shared memory and would make the
 * next start fail. Then removes the files with its number, which by now may be a stranger's, or that of a process whose
 * end nobody has asked for (usual in containers): PostgreSQL would take either for a running server.
 */
const clearRemains = async ({ cluster, sockets }: ClusterLocation): Promise<void> => {
  const gone = () => listServersIn(cluster).length === 0
  if (!(await waitUntil(1000, gone))) for (const pid of listServersIn(cluster)) sendSignal(pid, 'SIGKILL')
  if (!(await waitUntil(5000, gone))) return
  const socket = join(sockets, `.s.PGSQL.${PORT}`)
  for (const file of [pidFileOf(cluster), socket, `${socket}.lock`]) await rm(file, { force: true })
}

const lastWords = async (logFile: string, from: number): Promise<string> => {
  const lines = (await readFile(logFile)).subarray(from).toString().trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC): */, '').replace(/\.$/, '')
}

/** Waits for a server that runs but may still be starting or recovering. Undefined when it ends instead. */
export const waitUntilReady = async (cluster: string, pid: number): Promise<Postmaster | undefined> => {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(15)) {
    const now = await readPidFile(cluster)
    if (now?.pid === pid && now.ready) return now
    if (!isRunning(pid)) return undefined
  }
  throw new EmbeddedDatabaseError(
    `The PostgreSQL server in ${cluster} (process ${pid}) was not ready after ${START_MS / 60_000} minutes. Stop that process, look into its log, and start Billfold again.`,
  )
}

/**
 * Starts the server of a place and waits until it answers. It runs in a session of its own, so that a Ctrl-C at the
 * terminal reaches only the app. To be called under the start lock, with no server running.
 */
export const startPostmaster = async (place: ClusterLocation, binaries: Binaries): Promise<Postmaster> => {
  await clearRemains(place)
  await createPrivateFolder(place.sockets, place.account)
  const log = await openLog(place)
  try {
    const { size } = await log.stat()
    const child = spawn(binaries.postgres, ['-D', place.cluster, ...settings(place.sockets)], {
      ...place.account.spawnAs,
      cwd: '/',
      env: bareEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject)).catch((error) => {
      throw cannotRunError(binaries.postgres, place, error)
    })
    child.unref()
    const ready = await waitUntilReady(place.cluster, child.pid!)
    if (ready) return ready
    const words = await lastWords(place.logFile, size)
    if (mentionsFullDisk(words)) throw diskFullError(place.dataDir)
    throw new EmbeddedDatabaseError(`PostgreSQL could not start in ${place.cluster}: ${words}. Its log is ${place.logFile}.`)
  } finally {
    await log.close()
  }
}

/** Stops the server that runs in a data folder, if any (fast: clients are cut off, all data is written). Resolves when it has ended. */
export const stopPostmaster = async (cluster: string, log: (line: string) => void): Promise<void> => {
  const running = await findPostmaster(cluster)
  if (!running) return
  sendSignal(running.pid, 'SIGINT')
  if (await waitUntil(STOP_MS, () => !isRunning(running.pid))) return
  log(
    `PostgreSQL (process ${running.pid}) did not stop within ${STOP_MS / 1000} s: it is stopped at once and will recover at its next start.`,
  )
  sendSignal(running.pid, 'SIGQUIT')
  if (!(await waitUntil(15_000, () => !isRunning(running.pid)))) sendSignal(running.pid, 'SIGKILL')
}
