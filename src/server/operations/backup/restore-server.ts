import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { knownMigrations, prepareDatabase } from '#server/platform/db/migrate.ts'
import { describeObjects, inspectDatabase, isFree, type TargetDatabase, takeBackRestore } from './empty-database.ts'
import { loadBackup, splitMigrations } from './load-database.ts'
import { BackupError } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { type BackupStore, restoreObjects, tryObjects } from './restore-objects.ts'

export const inspectServer = async (owner: ClientConfig): Promise<TargetDatabase> => {
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    return await inspectDatabase(client)
  } finally {
    await client.end()
  }
}

export const getNotEmptyMessage = (database: string | undefined, target: TargetDatabase) =>
  `The database ${database ?? 'of DATABASE_URL'} has ${describeObjects(target)} in it, and a backup can only be restored into an empty one. Nothing was changed. Create another (createdb --owner ROLE NAME), set DATABASE_URL to it, and restore again; drop the old one when you no longer need it.`

type Options = {
  owner: ClientConfig
  appRole: string
  dataDir: string
  /** Creates the key file if there is none; null creates none. */
  key: string | null
  objects: BackupStore
  migrationsFolder?: string
  log: (line: string) => void
}

const checkTarget = async (backup: OpenBackup, { owner, migrationsFolder }: Options) => {
  splitMigrations(backup.manifest, knownMigrations(migrationsFolder))
  const target = await inspectServer(owner)
  if (!isFree(target)) throw new BackupError(getNotEmptyMessage(owner.database, target))
}

const loadOrTakeBack = async (backup: OpenBackup, { owner, migrationsFolder, log }: Options, trialRole: string | null) => {
  const takeBack = () =>
    takeBackRestore(owner).catch((error: Error) =>
      log(`What the restore has made in the database could not be removed (${error.message}). Run it again: it removes that first.`),
    )
  await loadBackup(owner, backup, { trialRole, known: knownMigrations(migrationsFolder), log }).catch(async (error: unknown) => {
    await takeBack()
    throw error
  })
  if (trialRole !== null) await takeBack()
}

export const tryRestoreToServer = async (backup: OpenBackup, options: Options): Promise<void> => {
  await checkTarget(backup, options)
  await tryObjects(backup, options.objects)
  await loadOrTakeBack(backup, options, options.appRole)
}

/** Files are first, which is harmless without the database; a failed restore leaves that empty. @throws BackupError */
export const restoreToServer = async (backup: OpenBackup, options: Options): Promise<void> => {
  const { owner, appRole, dataDir, key, objects, migrationsFolder, log } = options
  await checkTarget(backup, options)
  await restoreObjects(backup, objects)
  const keyFile = join(dataDir, 'secret.key')
  if (key !== null && !existsSync(keyFile)) await writeFile(keyFile, key, { mode: 0o600, flush: true })
  await loadOrTakeBack(backup, options, null)
  log('Migrating the database ...')
  await prepareDatabase(owner, appRole, migrationsFolder).catch((error: Error) => {
    throw new BackupError(
      `The backup is loaded, but its database can’t be brought up to date: ${error.message}. Start Billfold on it to try again, or drop it (dropdb) and restore into another one.`,
      { cause: error },
    )
  })
}
