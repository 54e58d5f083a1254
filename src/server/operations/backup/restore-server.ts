import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { countTables, loadBackup, splitMigrations } from './load-database.ts'
import { BackupError } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { restoreObjects } from './restore-objects.ts'

/** The number of tables in the database of DATABASE_URL. */
export const countServerTables = async (owner: ClientConfig): Promise<number> => {
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    return await countTables(client)
  } finally {
    await client.end()
  }
}

/** The message that explains how to get an empty database. */
export const getNotEmptyMessage = (database: string | undefined) =>
  `The database ${database ?? 'of DATABASE_URL'} has tables in it, and a backup can only be restored into an empty one. Nothing was changed. Create another (createdb --owner ROLE NAME), set DATABASE_URL to it, and restore again; drop the old one when you no longer need it.`

/**
 * Restores a backup into the empty database of a PostgreSQL server. Files are restored first, which is harmless without the database; the database is
 * restored in one transaction, so it is empty or complete.
 * @param key the text of the key file to create in the data folder if there is none; null creates none
 * @throws BackupError when the database is not empty, or the backup's schema is unknown
 */
export const restoreToServer = async (
  backup: OpenBackup,
  {
    owner,
    appRole,
    dataDir,
    key,
    objects,
    log,
  }: {
    owner: ClientConfig
    appRole: string
    dataDir: string
    key: string | null
    objects: Pick<ObjectStore, 'get' | 'put' | 'stat'>
    log: (line: string) => void
  },
): Promise<void> => {
  splitMigrations(backup.manifest)
  if ((await countServerTables(owner)) > 0) throw new BackupError(getNotEmptyMessage(owner.database))
  await restoreObjects(backup, objects)
  const keyFile = join(dataDir, 'secret.key')
  if (key !== null && !existsSync(keyFile)) await writeFile(keyFile, key, { mode: 0o600, flush: true })
  await loadBackup(owner, backup, log)
  log('Migrating the database ...')
  await prepareDatabase(owner, appRole).catch((error: Error) => {
    throw new BackupError(
      `The backup is loaded, but its database can’t be brought up to date: ${error.message}. Start Billfold on it to try again, or drop it (dropdb) and restore into another one.`,
      { cause: error },
    )
  })
}
