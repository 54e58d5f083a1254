import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets, loadMasterKeys } from '#server/platform/encryption/secrets.ts'
import { formatDatabaseUrl } from '#server/testing/database-url.ts'
import { createSession } from '#server/testing/session.ts'
import { type RunningApp, startApp } from '../../e2e/support/app.ts'
import { isProfile } from './args.ts'
import './int8.ts'
import { prepareProfile } from './profile.ts'

export { type RunningApp, startApp }

const silent = () => undefined

/** Runs statements one after another as the owner of the tables, over a connection of its own. */
export const runAsOwner = async (owner: ClientConfig, ...statements: string[]) => {
  const client = new Client(owner)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/**
 * Starts the product as `npm start` does, with its embedded database, and connects to that database as the app and as its owner. With `--profile`, it
 * profiles the app, and `stop` prints the result.
 * @param env settings of the server
 * @param max how many connections `database` may open
 */
export const startBenchApp = async (env: Record<string, string> = {}, max = 10) => {
  // The limit of an account's rate is for many accounts; a bench loads the server with one.
  const profile = isProfile ? await prepareProfile() : null
  const app = await startApp({ ACCOUNT_REQUESTS_PER_SECOND: '1000000', ...profile?.env, ...env })
  const embedded = await startEmbedded({ dataDir: app.dataDir, exclusive: false, log: silent })
  const connection = await prepareDatabase(embedded.connection, 'billfold_app')
  const database = openDatabase(connection, { log: silent, max })
  const secrets = createSecrets(loadMasterKeys(null, app.dataDir))
  return {
    ...app,
    pid: app.process.pid!,
    /** The id of PostgreSQL's first process. Those that serve connections are its children. */
    postmaster: Number(readFileSync(join(embedded.location, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]),
    /** How the app's role connects: with row-level security. */
    connection,
    /** How the owner of the tables connects: without row-level security. */
    owner: embedded.connection,
    database,
    /** The settings with which a further server process uses the same database. */
    sharedEnv: () => ({
      DATABASE_URL: formatDatabaseUrl(embedded.connection),
      SECRET_KEY: readFileSync(join(app.dataDir, 'secret.key'), 'utf8').trim(),
    }),
    /** Creates a user with a session. @returns the user's id and the Cookie header */
    signIn: (name: string, password?: string) =>
      createSession(
        { database, secrets, publicUrl: new URL(app.origin) },
        { email: `${name}@example.com`, firstName: 'Bench', lastName: name, ...(password && { password }) },
      ),
    stop: async () => {
      await database.close()
      await profile?.printStatements(embedded.connection)
      await embedded.stop()
      const code = await app.stop()
      profile?.printFile(app.process.pid!)
      return code
    },
  }
}
export type BenchApp = Awaited<ReturnType<typeof startBenchApp>>
