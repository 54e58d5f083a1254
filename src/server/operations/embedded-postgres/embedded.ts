import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { type Binaries, resolveBinaries } from './binaries.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { diskFullError, EmbeddedDatabaseError, getErrorCode, getErrorMessage } from './errors.ts'
import { type ClusterLocation, resolveLocation } from './location.ts'
import { findPostmaster, startPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { buildConnection, isSessionAlive, isTransientError, openSession, type Session } from './session.ts'
import { withStartLock } from './start-lock.ts'
import { superviseSession } from './supervisor.ts'
import { startWatchdog, stopUnlessUsed } from './watchdog.ts'

type JoinOptions = { exclusive: boolean; log: (line: string) => void }

const CONNECT_MS = 120_000

/** Errors other than the system's (missing rights, a full disk) are returned unchanged. */
const toUserError = (error: unknown, folder: string): unknown => {
  if (error instanceof EmbeddedDatabaseError || !(error instanceof Error)) return error
  if (!('syscall' in error)) return error
  if (isDiskFull(error)) return diskFullError(folder, error)
  return new EmbeddedDatabaseError(
    `The embedded database in ${folder} can't be used (${getErrorMessage(error)}). Set DATA_DIR to a folder on a local disk that the account running Billfold may write to, or set DATABASE_URL to a PostgreSQL server.`,
    { cause: error },
  )
}

const wrongPassword = ({ cluster, passwordFile }: ClusterLocation, cause: unknown) =>
  new EmbeddedDatabaseError(
    `The embedded database in ${cluster} refuses the password in ${passwordFile}. Restore the file that was created together with the database.`,
    { cause },
  )

const findOrStart = async (location: ClusterLocation, binaries: Binaries, { exclusive, log }: JoinOptions): Promise<Session> => {
  await ensureCluster(location, binaries, log)
  const password = await readPassword(location)
  let launched = false
  for (const until = Date.now() + CONNECT_MS; ; await sleep(50)) {
    const found = await findPostmaster(location.cluster)
    const server = found ? await waitUntilReady(location.cluster, found.pid) : await startPostmaster(location, binaries)
    launched ||= !found
    if (!server) continue
    try {
      return await openSession(buildConnection(server.sockets, password), { exclusive, dataDir: location.dataDir })
    } catch (error) {
      if (isTransientError(error) && Date.now() < until) continue
      if (launched) await stopPostmaster(location.cluster, log)
      throw ['28P01', '28000'].includes(getErrorCode(error)) ? wrongPassword(location, error) : error
    }
  }
}

/** The start lock keeps other processes from starting or stopping the server meanwhile. */
const joinServer = (location: ClusterLocation, binaries: Binaries, options: JoinOptions): Promise<Session> =>
  withStartLock(location.lockFile, () => findOrStart(location, binaries, options))

export { EmbeddedDatabaseError } from './errors.ts'

export type EmbeddedDatabase = {
  /** Through the server's Unix socket, as the superuser that owns everything. */
  connection: ClientConfig & { user: string; password: string; host: string; database: string }
  /** Usually `<dataDir>/postgres`. */
  location: string
  stop: () => Promise<void>
}

type Options = {
  dataDir: string
  /** True for the app, which runs once per data folder; false for scripts, which may run beside it and each other. */
  exclusive: boolean
  log: (line: string) => void
}

const start = async (location: ClusterLocation, options: Options): Promise<EmbeddedDatabase> => {
  const { log } = options
  const binaries = await resolveBinaries(location.account, location.copies, log)
  const join = () => joinServer(location, binaries, options)
  const first = await join()
  const supervisor = superviseSession(first, { restart: join, log })
  const { dismiss } = startWatchdog(location)

  const end = async (kept: Session) => {
    // After a crash the server may run again while this session is gone; stopping it needs a session.
    const session = (await isSessionAlive(kept)) ? kept : await join()
    // Under the lock, so that no other process joins between the check and the stop. On a full disk the lock file cannot be written: then without it.
    await withStartLock(location.lockFile, () => stopUnlessUsed(session, location, options)).catch(() =>
      stopUnlessUsed(session, location, options),
    )
    await session.client.end()
  }
  const stop = async () => {
    const session = await supervisor.release()
    const findServer = () => findPostmaster(location.cluster)
    try {
      if (await findServer()) await end(session)
      dismiss()
    } catch (error) {
      // The watchdog tries again when this process has ended.
      if (await findServer())
        log(`PostgreSQL in ${location.root} could not be stopped; the next start takes it over: ${getErrorMessage(error)}`)
    }
  }
  let stopping: Promise<void> | undefined
  return {
    connection: buildConnection(first.client.host, await readPassword(location)),
    location: location.root,
    stop: () => (stopping ??= stop()),
  }
}

/** A server that ends unexpectedly is restarted; connection pools reconnect on their own. @throws EmbeddedDatabaseError */
export const startEmbedded = async (options: Options): Promise<EmbeddedDatabase> => {
  if (process.platform === 'win32')
    throw new EmbeddedDatabaseError(
      'The embedded database does not run on Windows. Start Billfold inside WSL, or set DATABASE_URL to a PostgreSQL server.',
    )
  try {
    return await start(await resolveLocation(options.dataDir, options.log), options)
  } catch (error) {
    throw toUserError(error, options.dataDir)
  }
}
