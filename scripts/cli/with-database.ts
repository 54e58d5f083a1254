import type { ClientConfig } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import type { Env } from '#server/platform/config/env.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { checkDatabase } from '#server/platform/db/database-server.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { print } from './cli.ts'

/**
 * Runs `work` with the role that owns the tables: on the server of DATABASE_URL, or on the embedded database, which is started if it does not run.
 * @param options.exclusive whether no app may be running on the embedded database
 */
export const withOwner = async <T>(
  env: Env,
  work: (owner: ClientConfig) => Promise<T>,
  { exclusive = false }: { exclusive?: boolean } = {},
): Promise<T> => {
  if (env.databaseUrl) {
    const owner = parseDatabaseUrl(env.databaseUrl)
    await checkDatabase(owner)
    return work(owner)
  }
  const embedded = await startEmbedded({ dataDir: env.dataDir, exclusive, log: print })
  try {
    return await work(embedded.connection)
  } finally {
    await embedded.stop()
  }
}

/**
 * Migrates the database and runs `work` with it, opened with the app's role.
 * @param options.max connections
 */
export const withDatabase = async <T>(
  env: Env,
  owner: ClientConfig,
  work: (database: Database) => Promise<T>,
  { max }: { max?: number } = {},
): Promise<T> => {
  const connection = await prepareDatabase(owner, env.databaseAppRole)
  const database = openDatabase(connection, { log: print, ...(max !== undefined && { max }) })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
