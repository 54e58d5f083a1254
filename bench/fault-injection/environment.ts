import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { findPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { findFreePort } from '#server/platform/http/free-port.ts'
import { formatDatabaseUrl } from '#server/testing/database-url.ts'
import { createSession } from '#server/testing/session.ts'
import '../support/int8.ts'
import { startMailServer } from './mail-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export type TestUser = { userId: number; cookie: string; email: string }

/** 'shared': several servers with DATABASE_URL, on a database that this process runs. 'embedded': one server that runs its own database. */
export type Deployment = 'shared' | 'embedded'

const silent = () => undefined
const masterKey = Buffer.alloc(32, 7)

type Options = {
  deployment: Deployment
  /** The folder of the database; by default a temporary one. */
  dataDir?: string
  /** The folder of uploads and the outbox; by default `dataDir`. */
  filesDir?: string
  /** Whether there is a mail server. Without one, the server writes messages to the outbox folder. */
  hasMailServer?: boolean
  /** How long the mail server takes for a message while it is slow. */
  slowMs?: number
}

/** A database, a mail server, and any number of server processes on them. */
export const startEnvironment = async ({
  deployment,
  dataDir: givenDataDir,
  filesDir: givenFilesDir,
  hasMailServer = true,
  slowMs = 1000,
}: Options) => {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), 'billfold-faults-'))
  const filesDir = givenFilesDir ?? dataDir
  let embedded = await startEmbedded({ dataDir, exclusive: false, log: silent })
  const app = await prepareDatabase(embedded.connection, 'billfold_app')
  let database: Database = openDatabase(app, { max: 4, log: silent })
  const { connection } = embedded
  const cluster = join(embedded.location, 'data')
  const mailServer = hasMailServer ? await startMailServer(slowMs) : null
  let isAcquired = true
  const releaseDatabase = async () => {
    if (!isAcquired) return
    isAcquired = false
    await database.close()
    await embedded.stop()
  }
  const servers = new Set<ServerProcess>()
  const env = {
    DATA_DIR: filesDir,
    SECRET_KEY: masterKey.toString('base64'),
    SANDBOX: 'off',
    LOG_LEVEL: 'error',
    // Makes servers start faster, which leaves time for more kills.
    NODE_COMPILE_CACHE: join(tmpdir(), 'billfold-faults-compile-cache'),
    ...(mailServer ? { SMTP_URL: mailServer.url } : {}),
    ...(deployment === 'shared' ? { DATABASE_URL: formatDatabaseUrl(connection) } : {}),
  }
  return {
    deployment,
    filesDir,
    mailServer,
    /** How the owner of the tables connects: without row-level security. */
    connection,
    /** How the app's role connects: with row-level security. */
    app,
    /** PostgreSQL's data folder. */
    cluster,
    /** A pool of the app's role, for use while the database is acquired. */
    database: () => database,
    startServer: async (more: Record<string, string> = {}): Promise<ServerProcess> => {
      const server = await startServerProcess({ ...env, PORT: String(await findFreePort()), ...more })
      servers.add(server)
      return server
    },
    /** Forgets a server that has ended, so that `close` doesn't stop it. */
    unregister: (server: ServerProcess) => servers.delete(server),
    /** Stops to keep the database running. It ends unless a server runs it. */
    releaseDatabase,
    /** Keeps the database running, until `releaseDatabase` or `close`. */
    acquireDatabase: async () => {
      if (isAcquired) return
      embedded = await startEmbedded({ dataDir, exclusive: false, log: silent })
      database = openDatabase(app, { max: 4, log: silent })
      isAcquired = true
    },
    createUser: async (name: string): Promise<TestUser> => {
      const email = `${name}@example.com`
      const session = await createSession(
        { database, secrets: createSecrets(masterKey), publicUrl: new URL('http://localhost') },
        { email, firstName: name, lastName: 'Writer' },
      )
      return { ...session, email }
    },
    /** Ends the trial of users: they may create any number of invoices. */
    subscribe: async (users: readonly TestUser[]) =>
      run(connection, "update users set subscription_status = 'active' where id = any($1)", [users.map(({ userId }) => userId)]),
    /** Queries the database as its owner, over a connection of its own. */
    rows: <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> => run<T>(connection, sql, values),
    close: async () => {
      await Promise.all([...servers].map((server) => server.stop()))
      await releaseDatabase().catch(silent)
      await mailServer?.close()
      const postmaster = await findPostmaster(cluster)
      if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
      if (!givenDataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
export type Environment = Awaited<ReturnType<typeof startEnvironment>>

const run = async <T extends object>(connection: pg.ClientConfig, sql: string, values: unknown[]): Promise<T[]> => {
  const client = new pg.Client(connection)
  client.on('error', silent)
  await client.connect()
  return client
    .query<T>(sql, values)
    .then(({ rows }) => rows)
    .finally(() => client.end().catch(silent))
}
