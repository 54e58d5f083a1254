import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull } from '../../disk-full.ts'
import type { Binaries } from './binaries.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { diskFullError, EmbeddedDatabaseError, getErrorCode, getErrorMessage } from './error.ts'
import type { ClusterLocation } from './place.ts'
import { findPostmaster, startPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { buildConnection, isTransientError, openSession, type Session } from './session.ts'
import { withStartLock } from './start-lock.ts'

type Options = { exclusive: boolean; log: (line: string) => void }

const CONNECT_MS = 120_000

/** What a person is told of the system's errors on the way to the database (rights, a full disk). Any other error stays as it is. */
export const toUserError = (error: unknown, folder: string): unknown => {
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

const find = async (place: ClusterLocation, binaries: Binaries, { exclusive, log }: Options): Promise<Session> => {
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
export const joinServer = (place: ClusterLocation, binaries: Binaries, options: Options): Promise<Session> =>
  withStartLock(place.lockFile, () => find(place, binaries, options))
