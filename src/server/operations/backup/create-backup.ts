import { lstat, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { copyOut } from '#server/platform/db/copy.ts'
import { DatabaseClient } from '#server/platform/db/driver.ts'
import type { MasterKeys } from '#server/platform/encryption/master-keys.ts'
import { ensureFolder } from '#server/platform/files/ensure-folder.ts'
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
  withChecksum,
} from './manifest.ts'
import { verifyBackup } from './open-backup.ts'
import { readSequences } from './sequences.ts'
import { buildCopyStatements, bypassesRowSecurity, listTables, quoteIdentifier, sessionSettings, type Table } from './tables.ts'

type Deps = {
  /** How to reach the database as the role that owns the tables. */
  owner: ClientConfig
  objects: Pick<ObjectStore, 'get'>
  log: (line: string) => void
  now: () => Date
}

type Wish = {
  folder: string
  /** How the file's name begins; the moment follows. */
  prefix: string
  /** Put into the backup as well; null keeps the key out of it. */
  keys: MasterKeys | null
  signal?: AbortSignal
}

export type BackupResult = { path: string; bytes: number; manifest: Manifest }

/** Files that features have taken are named in rows of many kinds, in columns and in JSON: by their form all of them are found, in tables to come as well. */
const namedFile = /\bfiles\/[1-9]\d{0,9}\/[0-9a-f]{32}\b/g
const mark = Buffer.from('files/')
/** Its files are on their way out. */
const forgetting = 'files_to_remove'

const jobsQuery = `
  copy (select json_build_object('name', t.identifier, 'payload', j.payload::jsonb, 'queue', q.queue_name, 'runAt', j.run_at, 'tries', j.max_attempts,
      'key', j.key, 'priority', j.priority, 'flags', (select json_agg(f) from jsonb_object_keys(j.flags) f))
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id) to stdout`

const migrationsOf = async (client: Client): Promise<Manifest['migrations']> => {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as there")
  const found = rows[0]!.there
    ? (
        await client.query<{ hash: string; createdAt: number }>(
          'select hash, created_at::float8 as "createdAt" from drizzle.__drizzle_migrations order by created_at',
        )
      ).rows
    : []
  if (found.length === 0) throw new BackupError('There is nothing to back up: no Billfold has been started on this database yet.')
  return found
}

/** Nothing of a table may change its shape until the end, be it by a start of a newer Billfold; reading and writing go on. */
const hold = (client: Client, tables: readonly Table[]) =>
  client.query(`lock table ${tables.map(({ name }) => `public.${quoteIdentifier(name)}`).join(', ')} in access share mode`)

const hasQueue = async (client: Client) => {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('graphile_worker._private_jobs') is not null as there")
  return rows[0]!.there
}

/** The same moment of all tables, each written into the archive as it comes. */
const putTables = async (client: Client, zip: ZipWriter, { log, now }: Deps, found: Set<string>) => {
  const { tables, leftOut } = await listTables(client)
  if (tables.length > 0) await hold(client, tables)
  const users = (await bypassesRowSecurity(client)) ? null : (await client.query<{ id: number }>('select id from users order by id')).rows
  const done: Manifest['tables'] = []
  for (const table of tables) {
    let rows = 0
    const statements = buildCopyStatements(table, users?.map(({ id }) => id) ?? null)
    // One stream of all that the statements answer.
    const all = async function* () {
      for (const text of statements) {
        const part = copyOut(client, text)
        yield* part.bytes
        rows += part.rows()
      }
    }
    const { stream, sum } = hashStream(Readable.from(all(), { objectMode: false }), (chunk) => {
      if (table.name !== forgetting && chunk.includes(mark))
        for (const [key] of chunk.toString('latin1').matchAll(namedFile)) found.add(key)
    })
    await zip.add(getTablePath(table.name), stream, now())
    done.push({ name: table.name, columns: [...table.columns], rows, ...sum() })
    if (rows >= 10_000) log(`  ${table.name}: ${rows.toLocaleString('en-US')} rows`)
  }
  return { tables: done, leftOut }
}

const putJobs = async (client: Client, zip: ZipWriter, { now }: Deps): Promise<Manifest['jobs']> => {
  if (!(await hasQueue(client))) {
    await zip.add(jobsName, Buffer.alloc(0), now())
    return { rows: 0, sha256: hashBytes(Buffer.alloc(0)).sha256 }
  }
  const { bytes, rows } = copyOut(client, jobsQuery)
  const { stream, sum } = hashStream(bytes)
  await zip.add(jobsName, stream, now())
  return { rows: rows(), sha256: sum().sha256 }
}

/** The database's part, of one moment. The connection is given back before the files are fetched, which may take long. */
const putDatabase = async (deps: Deps, zip: ZipWriter, found: Set<string>, signal: AbortSignal | undefined) => {
  const client = new DatabaseClient({ ...deps.owner, application_name: `billfold backup ${process.pid}` })
  await client.connect()
  const leave = () => void client.end().catch(() => undefined)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await client.query(sessionSettings)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    const migrations = await migrationsOf(client)
    const tables = await putTables(client, zip, deps, found)
    const jobs = await putJobs(client, zip, deps)
    const sequences = await readSequences(client)
    await client.query('commit')
    return { postgres: rows[0]!.version.split(' ')[0]!, migrations, ...tables, jobs, sequences }
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end().catch(() => undefined)
  }
}

/** One file after another: what the store has of those that rows name. */
const putObjects = async ({ objects, log, now }: Deps, zip: ZipWriter, keys: readonly string[], signal: AbortSignal | undefined) => {
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

const sealedKey = async (keys: MasterKeys | null, zip: ZipWriter, at: Date): Promise<string | null> => {
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

const stampOf = (at: Date) =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')

/** How much a disk has left for this account, in bytes. */
export const getFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Reading a backup back touches nothing, and takes less than this even for a large one. */
const abandonedAfterMs = 3_600_000

/** Removes what a process left that was killed while it wrote a backup. What was written to lately may be another backup that is being made. */
export const removeAbandonedDrafts = async (folder: string, now: Date): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.backup.part')) continue
    const draft = join(folder, name)
    const written = await lstat(draft).catch(() => null)
    if (written && now.getTime() - written.mtimeMs > abandonedAfterMs) await rm(draft, { force: true })
  }
}

/** The moment in the name is told in seconds: a second backup within the same one waits for the next. */
const freeName = async (folder: string, prefix: string, now: () => Date): Promise<{ at: Date; path: string }> => {
  for (let tries = 0; ; tries++) {
    const at = now()
    const path = join(folder, `${prefix}${stampOf(at)}.backup`)
    const taken = [path, `${path}.part`].map((each) => lstat(each).catch(() => null))
    if ((await Promise.all(taken)).every((found) => found === null)) return { at, path }
    if (tries === 10) throw new BackupError(`${path} is there already.`)
    await sleep(150)
  }
}

/**
 * Backs everything up into one file, while the app may be running: the database as of one moment, and the files that its rows name. The file is read
 * back and compared before it gets its name; whatever fails before leaves nothing.
 * @throws BackupError what a person can mend; anything else as it comes
 */
export const createBackup = async (deps: Deps, { folder, prefix, keys, signal }: Wish): Promise<BackupResult> => {
  const { log, now } = deps
  await ensureFolder(folder, 0o700).catch((error: Error) => {
    throw new BackupError(`The folder ${folder} can’t be made (${error.message}). Name another one.`, { cause: error })
  })
  await removeAbandonedDrafts(folder, now())
  const { at, path } = await freeName(folder, prefix, now)
  let manifest: Manifest | undefined
  await writeArchive(path, {
    signal,
    fill: async (zip) => {
      const found = new Set<string>()
      const database = await putDatabase(deps, zip, found, signal)
      const files = await putObjects(deps, zip, [...found].sort(), signal)
      const key = await sealedKey(keys, zip, at)
      manifest = withChecksum({
        product: 'billfold',
        format: formatVersion,
        version: getProductVersion(),
        madeAt: at.toISOString(),
        ...database,
        ...files,
        key,
      })
      await zip.add(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)), at)
    },
    check: async (draft) => {
      log('Reading it back ...')
      await verifyBackup(draft)
    },
  })
  return { path, bytes: (await stat(path)).size, manifest: manifest! }
}
