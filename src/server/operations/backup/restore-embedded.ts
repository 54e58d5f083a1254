import { existsSync } from 'node:fs'
import { readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { diskFullError, FolderInUseError, mentionsFullDisk } from '#server/operations/embedded-postgres/errors.ts'
import { hasDatabase, resolveLocation } from '#server/operations/embedded-postgres/location.ts'
import { stopPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { ensureFolder } from '#server/platform/files/ensure-folder.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { loadBackup } from './load-database.ts'
import { BackupError } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { openFolderStore, restoreObjects } from './restore-objects.ts'
import { finishSwap, getStagingFolder, type Move, planSwap } from './swap-folders.ts'

type Log = (line: string) => void

/** What stands in a data folder: nothing, a database without anybody in it, one with users, or one that doesn't open. */
export type TargetState = { state: 'none' | 'unused' | 'used'; users: number } | { state: 'broken'; problem: string }

const usersIn = async ({ connection }: EmbeddedDatabase): Promise<number> => {
  const client = new DatabaseClient(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('public.users') is not null as there")
    if (!rows[0]!.there) return 0
    return (await client.query<{ count: number }>('select count(*)::int from users')).rows[0]!.count
  } finally {
    await client.end()
  }
}

/**
 * Takes the data folder for oneself, as the app does, so that no app starts meanwhile, and says what stands there.
 * @throws FolderInUseError when an app is running on it
 */
const occupy = async (dataDir: string): Promise<{ standing: TargetState; leave: () => Promise<void> }> => {
  if (!(await hasDatabase(dataDir))) return { standing: { state: 'none', users: 0 }, leave: async () => undefined }
  let old: EmbeddedDatabase
  try {
    old = await startEmbedded({ dataDir, exclusive: true, log: () => undefined })
  } catch (error) {
    if (error instanceof FolderInUseError) throw error
    // What can't be opened is why somebody restores.
    return { standing: { state: 'broken', problem: (error as Error).message }, leave: async () => undefined }
  }
  try {
    const users = await usersIn(old)
    return { standing: { state: users > 0 ? 'used' : 'unused', users }, leave: old.stop }
  } catch (error) {
    return { standing: { state: 'broken', problem: (error as Error).message }, leave: old.stop }
  }
}

/** Says what stands in a data folder. @throws FolderInUseError when an app is running on it */
export const inspectTarget = async (dataDir: string): Promise<TargetState> => {
  const { standing, leave } = await occupy(dataDir)
  await leave()
  return standing
}

/** @returns where the new database's folder is */
const build = async (staging: string, backup: OpenBackup, { appRole, key, bucket, log }: Wish): Promise<string> => {
  const fresh = await startEmbedded({ dataDir: staging, exclusive: true, log: () => undefined })
  try {
    await loadBackup(fresh.connection, backup, log)
    log('Bringing the database up to date ...')
    await prepareDatabase(fresh.connection, appRole)
  } catch (error) {
    // A server that can't write its log of changes ends, and all that is seen of it is a connection that broke.
    const log = await readFile(join(fresh.location, 'server.log'), 'utf8').catch(() => '')
    throw mentionsFullDisk(log) ? diskFullError(dirname(staging), error) : error
  } finally {
    await fresh.stop()
  }
  await restoreObjects(backup, bucket ?? openFolderStore(join(staging, 'objects')))
  if (key !== null) await writeFile(join(staging, 'secret.key'), key, { mode: 0o600, flush: true })
  return fresh.location
}

/** A build that was broken off is of no use to anybody. */
const clear = async (staging: string) => {
  if (existsSync(staging)) {
    const { root, cluster } = await resolveLocation(staging, () => undefined)
    // The server of a restore that was killed may still write there.
    await stopPostmaster(cluster, () => undefined)
    await rm(root, { recursive: true, force: true })
  }
  await rm(staging, { recursive: true, force: true })
}

type Wish = {
  dataDir: string
  /** Name of the app's own role. */
  appRole: string
  /** The text of the key file to put in place; null leaves the key alone. */
  key: string | null
  /** Puts the backup in the place of a database with users in it. */
  replace: boolean
  /** The bucket that files go back into; null where the data folder keeps them. */
  bucket: Pick<ObjectStore, 'get' | 'put' | 'stat'> | null
  log: Log
}

/**
 * Restores a backup into a data folder: builds database and files beside those that are there, and swaps them at the very end. What was there stays under
 * another name; whatever fails before the end leaves everything as it was.
 * @returns where what was there is now
 * @throws BackupError, EmbeddedDatabaseError what a person can mend
 */
export const restoreEmbedded = async (backup: OpenBackup, wish: Wish): Promise<string[]> => {
  const { dataDir, key, replace, bucket, log } = wish
  await finishSwap(dataDir)
  const { standing, leave } = await occupy(dataDir)
  try {
    if (standing.state === 'used' && !replace) throw new BackupError(notEmpty(dataDir, standing.users))
    if (standing.state === 'broken' && !replace)
      throw new BackupError(
        `The database in ${dataDir} can’t be opened (${standing.problem.replace(/\.$/, '')}). Say --replace to put the backup in its place; it is kept beside it.`,
      )
    const staging = getStagingFolder(dataDir)
    await clear(staging)
    await ensureFolder(staging)
    const target = await resolveLocation(dataDir, log)
    await rmdir(target.root).catch(() => undefined)
    const built = await build(staging, backup, wish).catch(async (error: unknown) => {
      await clear(staging).catch(() => undefined)
      throw error
    })
    await leave()
    const suffix = `.replaced-${new Date()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')}`
    const moves: Move[] = [{ from: built, to: target.root, aside: target.root + suffix }]
    const objects = join(dataDir, 'objects')
    if (!bucket) moves.push({ from: join(staging, 'objects'), to: objects, aside: objects + suffix })
    const keyFile = join(dataDir, 'secret.key')
    const isNewKey = key !== null && (await readFile(keyFile, 'utf8').catch(() => null)) !== key
    if (isNewKey) moves.push({ from: join(staging, 'secret.key'), to: keyFile, aside: keyFile + suffix })
    const kept = standing.state === 'none' ? [] : moves.filter(({ to }) => existsSync(to)).map(({ aside }) => aside)
    await planSwap(dataDir, moves)
    await finishSwap(dataDir)
    return kept
  } finally {
    await leave()
  }
}

const notEmpty = (dataDir: string, users: number) =>
  `There is a database in ${dataDir} with ${users.toLocaleString('en-US')} ${users === 1 ? 'user' : 'users'} in it. Nothing was changed. Say --replace to put the backup in its place (it is kept beside it), or set DATA_DIR to another folder.`
