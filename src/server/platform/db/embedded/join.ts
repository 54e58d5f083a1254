import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull } from '../../disk-full.ts'
import type { Binaries } from './binaries.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { codeOf, diskFull, EmbeddedDatabaseError, textOf } from './error.ts'
import type { Place } from './place.ts'
import { findPostmaster, launch, stopPostmaster, whenReady } from './postmaster.ts'
import { connectionTo, openSession, type Session, willPass } from './session.ts'
import { withStartLock } from './start-lock.ts'

type Options = { exclusive: boolean; log: (line: string) => void }

const CONNECT_MS = 120_000

/** What a person is told of the system's errors on the way to the database (rights, a full disk). Any other error stays as it is. */
export const asSentence = (error: unknown, folder: string): unknown => {
  if (error instanceof EmbeddedDatabaseError || !(error instanceof Error)) return error
  if (!('syscall' in error)) return error
  if (isDiskFull(error)) return diskFull(folder, error)
  return new EmbeddedDatabaseError(
    `The embedded database in ${folder} can't be used (${textOf(error)}). Set DATA_DIR to a folder on a local disk that the account running Billfold may write to, or set DATABASE_URL to a PostgreSQL server.`,
    { cause: error },
  )
}

const wrongPassword = ({ cluster, passwordFile }: Place, cause: unknown) =>
  new EmbeddedDatabaseError(
    `The embedded database in ${cluster} refuses the password in ${passwordFile}. Put the file back that was made together with the database.`,
    { cause },
  )

const find = async (place: Place, binaries: Binaries, { exclusive, log }: Options): Promise<Session> => {
  await ensureCluster(place, binaries, log)
  const password = await readPassword(place)
  let launched = false
  for (const until = Date.now() + CONNECT_MS; ; await sleep(50)) {
    const found = await findPostmaster(place.cluster)
    const server = found ? await whenReady(place.cluster, found.pid) : await launch(place, binaries)
    launched ||= !found
    if (!server) continue
    try {
      return await openSession(connectionTo(server.sockets, password), { exclusive, dataDir: place.dataDir })
    } catch (error) {
      if (willPass(error) && Date.now() < until) continue
      if (launched) await stopPostmaster(place.cluster, log)
      throw ['28P01', '28000'].includes(codeOf(error)) ? wrongPassword(place, error) : error
    }
  }
}

/** Finds or starts the server of a place and takes this process's lock, while no other process starts or stops it. */
export const joinServer = (place: Place, binaries: Binaries, options: Options): Promise<Session> =>
  withStartLock(place.lockFile, () => find(place, binaries, options))
