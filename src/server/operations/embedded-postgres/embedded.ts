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

/** What a person is told of the system's errors on the way to the database (rights, a full disk). Any other error stays as it is. */
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
    `The embedded database in ${cluster} refuses the password in ${passwordFile}. Put the file back that was made together with the database.`,
    { cause },
  )

const find = async (place: ClusterLocation, binaries: Binaries, { exclusive, log }: JoinOptions): Promise<Session> => {
  await ensureCluster(place, binaries, log)
  const password = await readPassword(place)
  let launched = false
  for (const until = Date.now() + CONNECT_MS; ; await sleep(50)) {
    const found = await findPostmaster(place.cluster)
    const server = found ? await waitUntilReady(place.cluster, found.pid) : await startPostmaster(place, binaries)
    launched ||= !found
    if (!server) continue
    try {
      return await openSession(buildConnection(server.sockets, password), { exclusive, dataDir: place.dataDir })
    } catch (error) {
      if (isTransientError(error) && Date.now() < until) continue
      if (launched) await stopPostmaster(place.cluster, log)
      throw ['28P01', '28000'].includes(getErrorCode(error)) ? wrongPassword(place, error) : error
    }
  }
}

/** Finds or starts the server of a place and takes this process's lock, while no other process starts or stops it. */
const joinServer = (place: ClusterLocation, binaries: Binaries, options: JoinOptions): Promise<Session> =>
  withStartLock(place.lockFile, () => find(place, binaries, options))

export { EmbeddedDatabaseError } from './errors.ts'

export type EmbeddedDatabase = {
  /** How to reach the server, through its Unix socket, as the superuser that owns everything. */
  connection: ClientConfig & { user: string; password: string; host: string; database: string }
  /** The folder in which the database really lives: usually `<dataDir>/postgres`. */
  location: string
  /** Stops the server (a tool: unless others use it). Resolves when it has ended. */
  stop: () => Promise<void>
}

type Options = {
  /** The app's data folder (DATA_DIR); made if missing. */
  dataDir: string
  /** True for the app, of which there is one per data folder; false for scripts, which may run beside it and each other. */
  exclusive: boolean
  /** Told in sentences what a person may want to know. */
  log: (line: string) => void
}

const start = async (place: ClusterLocation, options: Options): Promise<EmbeddedDatabase> => {
  const { log } = options
  const binaries = await resolveBinaries(place.account, place.copies, log)
  const join = () => joinServer(place, binaries, options)
  const first = await join()
  const keeper = superviseSession(first, { again: join, log })
  const { dismiss } = startWatchdog(place)

  const end = async (kept: Session) => {
    // The server may be up again after a crash while our session isn't: without one, nobody would stop it.
    const session = (await isSessionAlive(kept)) ? kept : await join()
    // Under the lock, so that nobody arrives between the question and the stop; a full disk, where no lock can be had, doesn't hinder it.
    await withStartLock(place.lockFile, () => stopUnlessUsed(session, place, options)).catch(() => stopUnlessUsed(session, place, options))
    await session.client.end()
  }
  const stop = async () => {
    const kept = await keeper.letGo()
    const runs = () => findPostmaster(place.cluster)
    try {
      if (await runs()) await end(kept)
      dismiss()
    } catch (error) {
      // The guard tries again when this process has ended.
      if (await runs()) log(`PostgreSQL in ${place.root} could not be stopped, the next start takes it over: ${getErrorMessage(error)}`)
    }
  }
  let stopping: Promise<void> | undefined
  return {
    connection: buildConnection(first.client.host, await readPassword(place)),
    location: place.root,
    stop: () => (stopping ??= stop()),
  }
}

/**
 * Starts (or adopts) the PostgreSQL server that lives in `dataDir`/postgres and answers how to reach it. While it is
 * in use, a server that ends unexpectedly is started again; pools of connections reconnect by themselves.
 * Throws EmbeddedDatabaseError, whose message is for the person at the terminal.
 */
export const startEmbedded = async (options: Options): Promise<EmbeddedDatabase> => {
  if (process.platform === 'win32')
    throw new EmbeddedDatabaseError(
      'The embedded database does not run on Windows itself. Start Billfold inside WSL, or set DATABASE_URL to a PostgreSQL server.',
    )
  try {
    return await start(await resolveLocation(options.dataDir, options.log), options)
  } catch (error) {
    throw toUserError(error, options.dataDir)
  }
}
