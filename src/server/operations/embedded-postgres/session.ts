import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { OWNER } from './cluster.ts'
import { FolderInUseError, getErrorCode } from './errors.ts'
import { PORT } from './postmaster.ts'
import { isRunning } from './processes.ts'

const DATABASE = 'billfold'

/** All options are set, so that PG* environment variables have no effect. */
export type Connection = { user: string; password: string; host: string; port: number; database: string; ssl: false }

export const buildConnection = (sockets: string, password: string): Connection => ({
  user: OWNER,
  password,
  host: sockets,
  port: PORT,
  database: DATABASE,
  ssl: false,
})

/** The first key of the advisory locks; the second is `APP` or `TOOL`. */
const LOCK = 1_114_205_292
const APP = 1
const TOOL = 2
const GRACE_MS = 1000
const DEAD_GRACE_MS = 10_000

export type Session = {
  client: Client
  ended: Promise<void>
}

const connect = async (connection: Connection, role: string): Promise<Session> => {
  const client = new DatabaseClient({
    ...connection,
    application_name: `billfold ${role} ${process.pid}`,
    connectionTimeoutMillis: 30_000,
    // It is idle for the whole life of the process, independent of PGOPTIONS and the server's settings.
    options: '-c statement_timeout=0 -c idle_session_timeout=0',
  })
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await client.connect()
  return { client, ended }
}

const createDatabase = async (connection: Connection): Promise<void> => {
  const { client } = await connect({ ...connection, database: 'postgres' }, 'setup')
  await client.query(`create database ${DATABASE}`).finally(() => client.end())
}

const findAppLockHolder = async (client: Client): Promise<number | undefined> => {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1::oid and l.objid = $2::oid and l.granted`,
    [LOCK, APP],
  )
  return rows[0] && Number(rows[0].name.split(' ').at(-1))
}

const takeAppLock = async (client: Client, dataDir: string): Promise<void> => {
  const startedAt = Date.now()
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [LOCK, APP])
    if (rows[0]?.taken) return
    const holder = await findAppLockHolder(client)
    const grace = holder === undefined || holder === process.pid || isRunning(holder) ? GRACE_MS : DEAD_GRACE_MS
    if (Date.now() - startedAt > grace)
      throw new FolderInUseError(
        `The data folder ${dataDir} is in use by another Billfold process (pid ${holder ?? 'unknown'}). Stop it first, or set DATA_DIR to another folder.`,
      )
    await sleep(50)
  }
}

/** The app's lock can be held by only one process, scripts share theirs. @throws FolderInUseError when another process holds the app's */
export const openSession = async (connection: Connection, options: { exclusive: boolean; dataDir: string }): Promise<Session> => {
  const role = options.exclusive ? 'app' : 'tool'
  const session = await connect(connection, role).catch(async (error) => {
    if (getErrorCode(error) !== '3D000') throw error
    await createDatabase(connection)
    return connect(connection, role)
  })
  try {
    if (options.exclusive) await takeAppLock(session.client, options.dataDir)
    else await session.client.query('select pg_advisory_lock_shared($1, $2)', [LOCK, TOOL])
    return session
  } catch (error) {
    await session.client.end().catch(() => undefined)
    throw error
  }
}

export const isSessionAlive = ({ client }: Session): Promise<boolean> =>
  client.query('select 1').then(
    () => true,
    () => false,
  )

export const holdsAppLock = async ({ client }: Session): Promise<boolean> => {
  const { rows } = await client.query(
    `select 1 from pg_locks where locktype = 'advisory' and classid = $1::oid and objid = $2::oid and pid = pg_backend_pid()`,
    [LOCK, APP],
  )
  return rows.length > 0
}

export const isUsedByOthers = async ({ client }: Session): Promise<boolean> => {
  const { rows } = await client.query(
    `select 1 from pg_locks where locktype = 'advisory' and classid = $1::oid and pid <> pg_backend_pid() limit 1`,
    [LOCK],
  )
  return rows.length > 0
}

export const isTransientError = (error: unknown): boolean =>
  ['57P01', '57P02', '57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(getErrorCode(error)) ||
  (error instanceof Error && /connection terminated|timeout expired/i.test(error.message))
