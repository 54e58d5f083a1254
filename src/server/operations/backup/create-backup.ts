import { lstat, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { copyOut } from '#server/platform/db/copy.ts'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import { readAppliedMigrations } from '#server/platform/db/migrate.ts'
import type { MasterKeys } from '#server/platform/encryption/master-keys.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import type { ZipWriter } from '#server/platform/files/zip.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { hashBytes, hashStream, writeArchive } from './archive.ts'
import {
  BackupError,
  formatVersion,
  getObjectPath,
  getProductVersion,
  getTablePath,
  jobsName,
  keyName,
  type Manifest,
  manifestName,
  sealManifest,
} from './manifest.ts'
import { verifyBackup } from './open-backup.ts'
import { readSequences } from './sequences.ts'
import { buildCopyStatements, bypassesRowSecurity, listTables, quoteIdentifier, sessionSettings, type Table } from './tables.ts'

type Deps = {
  owner: ClientConfig
  objects: Pick<ObjectStore, 'get'>
  log: (line: string) => void
  now: () => Date
}

type Options = {
  folder: string
  prefix: string
  keys: MasterKeys | null
  /** The current one authenticates the backup; null leaves it without authentication. */
  authentication: MasterKeys | null
  signal?: AbortSignal
}

export type BackupResult = { path: string; bytes: number; manifest: Manifest }

/** Object keys occur in columns and JSON of many tables: a pattern finds all of them, in future tables as well. */
const objectKey = /\bfiles\/[1-9]\d{0,15}\/[0-9a-f]{32}\b/g
const objectKeyPrefix = Buffer.from('files/')
const removalTable = 'files_to_remove'

const jobsQuery = `
  copy (select json_build_object('name', t.identifier, 'payload', j.payload::jsonb, 'queue', q.queue_name, 'runAt', j.run_at, 'tries', j.max_attempts,
      'key', j.key, 'priority', j.priority, 'flags', (select json_agg(f) from jsonb_object_keys(j.flags) f))
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id) to stdout`

const readMigrations = async (client: Client): Promise<Manifest['migrations']> => {
  const found = await readAppliedMigrations(client)
  if (found.length === 0) throw new BackupError('There is nothing to back up: Billfold has not been started on this database yet.')
  return found
}

/** Prevents changes of the columns, for example by the start of a newer version; reading and writing continue. */
const lockTables = (client: Client, tables: readonly Table[]) =>
  client.query(`lock table ${tables.map(({ name }) => `public.${quoteIdentifier(name)}`).join(', ')} in access share mode`)

const hasQueue = async (client: Client) => {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('graphile_worker._private_jobs') is not null as there")
  return rows[0]!.there
}

/** `found` receives the object keys in the rows. All tables are of one snapshot. */
const addTables = async (client: Client, zip: ZipWriter, { log, now }: Deps, found: Set<string>) => {
  const { tables, leftOut } = await listTables(client)
  if (tables.length > 0) await lockTables(client, tables)
  const users = (await bypassesRowSecurity(client))
    ? null
    : (await client.query<{ id: number }>('select id::float8 as id from users order by id')).rows
  const done: Manifest['tables'] = []
  for (const table of tables) {
    let rows = 0
    const statements = buildCopyStatements(table, users?.map(({ id }) => id) ?? null)
    const all = async function* () {
      for (const text of statements) {
        const part = copyOut(client, text)
        yield* part.bytes
        rows += part.rows()
      }
    }
    const { stream, sum } = hashStream(Readable.from(all(), { objectMode: false }), (chunk) => {
      if (table.name !== removalTable && chunk.includes(objectKeyPrefix))
        for (const [key] of chunk.toString('latin1').matchAll(objectKey)) found.add(key)
    })
    await zip.add(getTablePath(table.name), stream, now())
    done.push({ name: table.name, columns: [...table.columns], rows, ...sum() })
    if (rows >= 10_000) log(`  ${table.name}: ${rows.toLocaleString('en-US')} rows`)
  }
  return { tables: done, leftOut }
}

const addJobs = async (client: Client, zip: ZipWriter, { now }: Deps): Promise<Manifest['jobs']> => {
  if (!(await hasQueue(client))) {
    await zip.add(jobsName, Buffer.alloc(0), now())
    return { rows: 0, sha256: hashBytes(Buffer.alloc(0)).sha256 }
  }
  const { bytes, rows } = copyOut(client, jobsQuery)
  const { stream, sum } = hashStream(bytes)
  await zip.add(jobsName, stream, now())
  return { rows: rows(), sha256: sum().sha256 }
}

/** The connection is closed before the files are fetched, which may take long. */
const addDatabase = async (deps: Deps, zip: ZipWriter, found: Set<string>, signal: AbortSignal | undefined) => {
  const client = new DatabaseClient({ ...deps.owner, application_name: `billfold backup ${process.pid}` })
  await client.connect()
  const disconnect = () => void client.end().catch(() => undefined)
  signal?.addEventListener('abort', disconnect, { once: true })
  try {
    await client.query(sessionSettings)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    const migrations = await readMigrations(client)
    const tables = await addTables(client, zip, deps, found)
    const jobs = await addJobs(client, zip, deps)
    const sequences = await readSequences(client)
    await client.query('commit')
    return { postgres: rows[0]!.version.split(' ')[0]!, migrations, ...tables, jobs, sequences }
  } finally {
    signal?.removeEventListener('abort', disconnect)
    await client.end().catch(() => undefined)
  }
}

const addObjects = async ({ objects, log, now }: Deps, zip: ZipWriter, keys: readonly string[], signal: AbortSignal | undefined) => {
  const done: Manifest['objects'] = []
  const missingObjects: string[] = []
  for (const key of keys) {
    signal?.throwIfAborted()
    const bytes = await objects.get(key)
    if (!bytes) {
      missingObjects.push(key)
      continue
    }
    await zip.add(getObjectPath(key), bytes, now())
    const { sha256 } = hashBytes(bytes)
    done.push({ key, size: bytes.length, sha256 })
    if (done.length % 1000 === 0) log(`  ${done.length.toLocaleString('en-US')} of ${keys.length.toLocaleString('en-US')} files`)
  }
  return { objects: done, missingObjects }
}

const addKeys = async (keys: MasterKeys | null, zip: ZipWriter, at: Date): Promise<string | null> => {
  if (!keys) return null
  const text = Buffer.from(
    keys
      .read()
      .map((key) => key.toString('base64'))
      .join('\n'),
  )
  await zip.add(keyName, text, at)
  return hashBytes(text).sha256
}

const formatTimestamp = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

export const getFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The check of a draft does not write to it, and takes less time than this even for a large backup. */
const abandonedAfterMs = 3_600_000

/** A draft that was written to recently may belong to a running backup. */
export const removeAbandonedDrafts = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.backup.part')) continue
    const draft = join(folder, name)
    const written = await lstat(draft).catch(() => null)
    if (written && now.getTime() - written.mtimeMs > abandonedAfterMs) await rm(draft, { force: true })
  }
}

/** Names contain the time in seconds: a second backup within the same second waits for the next one. */
const findUnusedName = async (folder: string, prefix: string, now: () => Date): Promise<{ at: Date; path: string }> => {
  for (let tries = 0; ; tries++) {
    const at = now()
    const path = join(folder, `${prefix}${formatTimestamp(at)}.backup`)
    const taken = [path, `${path}.part`].map((each) => lstat(each).catch(() => null))
    if ((await Promise.all(taken)).every((found) => found === null)) return { at, path }
    if (tries === 10) throw new BackupError(`${path} exists already.`)
    await sleep(150)
  }
}

/** A failure leaves no file: it is read and verified before it gets its final name. @throws BackupError, other errors unchanged */
export const createBackup = async (deps: Deps, { folder, prefix, keys, authentication, signal }: Options): Promise<BackupResult> => {
  const { log, now } = deps
  await ensureFolder(folder, 0o700).catch((error: Error) => {
    throw new BackupError(`The folder ${folder} can’t be created (${error.message}). Choose another one.`, { cause: error })
  })
  await removeAbandonedDrafts(folder, now())
  const { at, path } = await findUnusedName(folder, prefix, now)
  let manifest: Manifest | undefined
  await writeArchive(path, {
    signal,
    fill: async (zip) => {
      const found = new Set<string>()
      const database = await addDatabase(deps, zip, found, signal)
      const files = await addObjects(deps, zip, [...found].sort(), signal)
      const key = await addKeys(keys, zip, at)
      manifest = sealManifest(
        {
          product: 'billfold',
          format: formatVersion,
          version: getProductVersion(),
          madeAt: at.toISOString(),
          ...database,
          ...files,
          key,
        },
        authentication?.read()[0] ?? null,
      )
      await zip.add(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)), at)
    },
    check: async (draft) => {
      log('Verifying the backup ...')
      await verifyBackup(draft)
    },
  })
  return { path, bytes: (await stat(path)).size, manifest: manifest! }
}
