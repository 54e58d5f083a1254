import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { findPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { findFreePort } from '../../e2e/support/app.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export type TestUser = { userId: number; cookie: string; email: string }

/** How the product is run: 'shared' on a database server beside it, several nodes at once; 'alone' with the database that it starts itself. */
export type Deployment = 'shared' | 'alone'

const quiet = () => undefined
const key = Buffer.alloc(32, 7)

/** As DATABASE_URL names it. */
const urlOf = ({ user, password, host, database }: EmbeddedDatabase['connection']): string => {
  const url = new URL(`postgres://localhost:5432/${database}`)
  url.username = user
  url.password = encodeURIComponent(password)
  url.searchParams.set('host', host)
  return url.href
}

type Options = {
  way: Deployment
  /** Where the data goes; a temporary folder of its own when not said. */
  dataDir?: string
  /** Where uploaded files and settings go, if not into the same folder as the database. */
  filesDir?: string
  /** Without, messages land in the outbox folder. */
  mail?: boolean
  slowMs?: number
  env?: Record<string, string>
}

/**
 * A database with people in it, and server processes that are started and ended at will. In the shared way this process keeps the database running;
 * alone, the server does.
 */
export const startEnvironment = async ({ way, dataDir: given, filesDir, mail: hasMail = true, slowMs = 1000, env = {} }: Options) => {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'billfold-torture-'))
  let embedded = await startEmbedded({ dataDir, exclusive: false, log: quiet })
  const app = await prepareDatabase(embedded.connection, 'billfold_app')
  let database: Database = openDatabase(app, { max: 4, log: quiet })
  const connection = embedded.connection
  const cluster = join(embedded.location, 'data')
  const mail: MailServer | null = hasMail ? await startMailServer(slowMs) : null
  let isOpen = true
  /** Lets go of the database, which ends unless a server keeps it. */
  const letGo = async () => {
    if (!isOpen) return
    isOpen = false
    await database.close()
    await embedded.stop()
  }
  const hold = async () => {
    if (isOpen) return
    embedded = await startEmbedded({ dataDir, exclusive: false, log: quiet })
    database = openDatabase(app, { max: 4, log: quiet })
    isOpen = true
  }
  const nodes = new Set<ServerProcess>()
  const settings = {
    DATA_DIR: filesDir ?? dataDir,
    SECRET_KEY: key.toString('base64'),
    SANDBOX: 'off',
    LOG_LEVEL: 'error',
    // What was compiled once needn't be again, so that there is time for more kills.
    NODE_COMPILE_CACHE: join(tmpdir(), 'billfold-torture-compiled'),
    ...(mail ? { SMTP_URL: mail.url } : {}),
    ...(way === 'shared' ? { DATABASE_URL: urlOf(connection) } : {}),
    ...env,
  }
  const close = async () => {
    await Promise.all([...nodes].map((node) => node.stop()))
    await letGo().catch(quiet)
    await mail?.close()
    const left = await findPostmaster(cluster)
    if (left) process.kill(left.pid, 'SIGQUIT')
    if (!given) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return {
    way,
    dataDir,
    filesDir: filesDir ?? dataDir,
    mail,
    /** As the owner of everything, which walls don't stop. */
    connection,
    /** As the app does, whom walls do stop. */
    app,
    /** PostgreSQL's own folder. */
    cluster,
    /** As the app reaches it; to be used while nobody tortures it. */
    database: () => database,
    start: async (more: Record<string, string> = {}): Promise<ServerProcess> => {
      const node = await startServerProcess({ ...settings, PORT: String(await findFreePort()), ...more })
      nodes.add(node)
      return node
    },
    /** It ended, and was meant to. */
    forget: (node: ServerProcess) => nodes.delete(node),
    letGo,
    hold,
    person: async (name: string): Promise<TestUser> => {
      const email = `${name}@example.com`
      const made = await createSession(
        { database, secrets: createSecrets(key), publicUrl: new URL('http://localhost') },
        { email, firstName: name, lastName: 'Writer' },
      )
      return { ...made, email }
    },
    /** Asks the database directly, over a connection of its own. */
    rows: async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> => {
      const client = new pg.Client(connection)
      client.on('error', quiet)
      await client.connect()
      return client
        .query<T>(sql, values)
        .then(({ rows }) => rows)
        .finally(() => client.end().catch(quiet))
    },
    close,
  }
}
export type Environment = Awaited<ReturnType<typeof startEnvironment>>
