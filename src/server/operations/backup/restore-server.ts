import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { countTables, loadBackup } from './load-database.ts'
import { BackupError } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { restoreObjects } from './restore-objects.ts'

/** How many tables stand in the database of DATABASE_URL. */
export const countServerTables = async (owner: ClientConfig): Promise<number> => {
  const client = new DatabaseClient(owner)
  await client.connect()
  try {
    return await countTables(client)
  } finally {
    await client.end()
  }
}

/** Says how to come to an empty database. */
export const getNotEmptyMessage = (database: string | undefined) =>
  `The database ${database ?? 'of DATABASE_URL'} has tables in it, and a backup is restored into an empty one only. Nothing was changed. Create another (createdb --owner ROLE NAME), let DATABASE_URL lead there, and restore again; drop the old one when you need it no more.`

/**
 * Restores a backup into the empty database of a PostgreSQL server. Files go back first and do no harm by themselves; the database comes in one
 * transaction, so it is empty or whole.
 * @param key the text of the key file to put into the data folder, where there is none; null leaves the key alone
 * @throws BackupError when the database isn't empty
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
  if ((await countServerTables(owner)) > 0) throw new BackupError(getNotEmptyMessage(owner.database))
  await restoreObjects(backup, objects)
  const keyFile = join(dataDir, 'secret.key')
  if (key !== null && !existsSync(keyFile)) await writeFile(keyFile, key, { mode: 0o600, flush: true })
  await loadBackup(owner, backup, log)
  log('Bringing the database up to date ...')
  await prepareDatabase(owner, appRole).catch((error: Error) => {
    throw new BackupError(
      `The backup is loaded, but its database can’t be brought up to date: ${error.message}. Start Billfold on it to try again, or drop it (dropdb) and restore into another one.`,
      { cause: error },
    )
  })
}
