import type { ClientConfig } from 'pg'
import { resolveBinaries } from './binaries.ts'
import { readPassword } from './cluster.ts'
import { EmbeddedDatabaseError, getErrorMessage } from './error.ts'
import { startWatchdog, stopUnlessUsed } from './guard.ts'
import { joinServer, toUserError } from './join.ts'
import { superviseSession } from './keeper.ts'
import { type ClusterLocation, resolveLocation } from './place.ts'
import { findPostmaster } from './postmaster.ts'
import { buildConnection, isSessionAlive, type Session } from './session.ts'
import { withStartLock } from './start-lock.ts'

export { EmbeddedDatabaseError } from './error.ts'

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
