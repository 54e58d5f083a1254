import { existsSync } from 'node:fs'
import { readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { diskFullError, FolderInUseError, mentionsFullDisk } from '#server/operations/embedded-postgres/errors.ts'
import { hasDatabase, resolveLocation } from '#server/operations/embedded-postgres/location.ts'
import { stopPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import { loadBackup, splitMigrations } from './load-database.ts'
import { BackupError } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { type BackupStore, openFolderStore, restoreObjects, tryObjects } from './restore-objects.ts'
import { finishSwap, getStagingFolder, type Move, planSwap } from './swap-folders.ts'

type Log = (line: string) => void

export type TargetState = { state: 'none' | 'unused' | 'used'; users: number } | { state: 'broken'; problem: string }

const countUsers = async ({ connection }: EmbeddedDatabase): Promise<number> => {
  const client = new DatabaseClient(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>("select to_regclass('public.users') is not null as exists")
    if (!rows[0]!.exists) return 0
    return (await client.query<{ count: number }>('select count(*)::int from users')).rows[0]!.count
  } finally {
    await client.end()
  }
}

/** Takes the app lock, so that no app starts meanwhile. @throws FolderInUseError when an app is running on the folder */
const lockTarget = async (dataDir: string): Promise<{ state: TargetState; release: () => Promise<void> }> => {
  if (!(await hasDatabase(dataDir))) return { state: { state: 'none', users: 0 }, release: async () => undefined }
  let old: EmbeddedDatabase
  try {
    old = await startEmbedded({ dataDir, exclusive: true, log: () => undefined })
  } catch (error) {
    if (error instanceof FolderInUseError) throw error
    // A database that cannot be opened may be the reason for the restore.
    return { state: { state: 'broken', problem: (error as Error).message }, release: async () => undefined }
  }
  try {
    const users = await countUsers(old)
    return { state: { state: users > 0 ? 'used' : 'unused', users }, release: old.stop }
  } catch (error) {
    return { state: { state: 'broken', problem: (error as Error).message }, release: old.stop }
  }
}

export const inspectTarget = async (dataDir: string): Promise<TargetState> => {
  const { state, release } = await lockTarget(dataDir)
  await release()
  return state
}

const build = async (staging: string, backup: OpenBackup, { appRole, key, bucket, isTrial = false, log }: Options): Promise<string> => {
  const fresh = await startEmbedded({ dataDir: staging, exclusive: true, log: () => undefined })
  try {
    await loadBackup(fresh.connection, backup, { trialRole: null, log })
    log('Migrating the database ...')
    await prepareDatabase(fresh.connection, appRole)
  } catch (error) {
    // A server that cannot write its write-ahead log ends, and the only visible error is a broken connection.
    const log = await readFile(join(fresh.location, 'server.log'), 'utf8').catch(() => '')
    throw mentionsFullDisk(log) ? diskFullError(dirname(staging), error) : error
  } finally {
    await fresh.stop()
  }
  if (bucket && isTrial) await tryObjects(backup, bucket)
  else await restoreObjects(backup, bucket ?? openFolderStore(join(staging, 'objects')))
  if (key !== null) await writeFile(join(staging, 'secret.key'), key, { mode: 0o600, flush: true })
  return fresh.location
}

const removeStaging = async (staging: string) => {
  if (existsSync(staging)) {
    const { root, cluster } = await resolveLocation(staging, () => undefined)
    // The server of a killed restore may still write there.
    await stopPostmaster(cluster, () => undefined)
    await rm(root, { recursive: true, force: true })
  }
  await rm(staging, { recursive: true, force: true })
}

type Options = {
  dataDir: string
  appRole: string
  /** Null leaves the key file unchanged. */
  key: string | null
  replace: boolean
  bucket: BackupStore | null
  /** Nothing is replaced. */
  isTrial?: boolean
  log: Log
}

/**
 * The replaced is kept under another name; a failure before the end leaves everything unchanged.
 * @returns the new paths of what was replaced. @throws BackupError, EmbeddedDatabaseError with a message for the operator
 */
export const restoreEmbedded = async (backup: OpenBackup, options: Options): Promise<string[]> => {
  const { dataDir, key, replace, bucket, log } = options
  splitMigrations(backup.manifest)
  await finishSwap(dataDir)
  const { state: target, release } = await lockTarget(dataDir)
  try {
    if (target.state === 'used' && !replace) throw new BackupError(notEmpty(dataDir, target.users))
    if (target.state === 'broken' && !replace)
      throw new BackupError(
        `The database in ${dataDir} can’t be opened (${target.problem.replace(/\.$/, '')}). Add --replace to replace it with the backup; the old one is kept beside it.`,
      )
    const staging = getStagingFolder(dataDir)
    await removeStaging(staging)
    await ensureFolder(staging)
    const location = await resolveLocation(dataDir, log)
    await rmdir(location.root).catch(() => undefined)
    const built = await build(staging, backup, options).catch(async (error: unknown) => {
      await removeStaging(staging).catch(() => undefined)
      throw error
    })
    if (options.isTrial) {
      await removeStaging(staging)
      return []
    }
    await release()
    const suffix = `.replaced-${new Date()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')}`
    const moves: Move[] = [{ from: built, to: location.root, aside: location.root + suffix }]
    const objects = join(dataDir, 'objects')
    if (!bucket) moves.push({ from: join(staging, 'objects'), to: objects, aside: objects + suffix })
    const keyFile = join(dataDir, 'secret.key')
    const isNewKey = key !== null && (await readFile(keyFile, 'utf8').catch(() => null)) !== key
    if (isNewKey) moves.push({ from: join(staging, 'secret.key'), to: keyFile, aside: keyFile + suffix })
    const kept = target.state === 'none' ? [] : moves.filter(({ to }) => existsSync(to)).map(({ aside }) => aside)
    await planSwap(dataDir, moves)
    await finishSwap(dataDir)
    return kept
  } finally {
    await release()
  }
}

const notEmpty = (dataDir: string, users: number) =>
  `There is a database in ${dataDir} with ${users.toLocaleString('en-US')} ${users === 1 ? 'user' : 'users'} in it. Nothing was changed. Add --replace to replace it with the backup (the old one is kept beside it), or set DATA_DIR to another folder.`
