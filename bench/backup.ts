import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { entities } from '#modules/entities.ts'
import { rebuildSearchEntries } from '#server/domain/search/rebuild.ts'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { withBackup } from '#server/operations/backup/open-backup.ts'
import { restoreEmbedded } from '#server/operations/backup/restore-embedded.ts'
import { openFolderStore } from '#server/operations/backup/restore-objects.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { readSizes } from './support/args.ts'
import { seedUsersAndInvoices } from './support/invoice-data.ts'

// Measures a backup and its restore: duration, file size and memory.
//   node bench/backup.ts [invoices, default 100000] [users who share nine tenths of them, default 100] [--smoke]

const [invoices, others] = readSizes([100_000, 100], [100, 3])
const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
// Run as root, PostgreSQL is started by another account, which needs access to the folder.
chmodSync(folder, 0o755)
const [from, to] = [join(folder, 'from'), join(folder, 'to')]
const silent = () => undefined
const say = (line: string) => process.stdout.write(`${line}\n`)

/** This process's peak memory so far, in MB. */
const getPeakMb = () => Math.round(process.resourceUsage().maxRSS / 1024)
const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await work()
  say(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s, at most ${getPeakMb()} MB of memory so far`)
  return result
}

try {
  const original = await startEmbedded({ dataDir: from, exclusive: true, log: silent })
  const database = openDatabase(await prepareDatabase(original.connection, 'billfold_app'), { log: silent })
  const client = new Client(original.connection)
  client.on('error', silent)
  await client.connect()
  await client.query("insert into users (issuer, subject, email) values ('bench', 'reader', 'reader@example.com')")
  await seedUsersAndInvoices(original.connection, 1, {
    others,
    each: Math.round((invoices * 0.9) / others),
    own: Math.round(invoices * 0.1),
  })
  for (const { id } of (await client.query<{ id: number }>('select id from users')).rows)
    await database.asUser(id, (db) => rebuildSearchEntries(db, entities))
  await client.end()
  await database.close()
  const deps = { owner: original.connection, objects: openFolderStore(join(from, 'objects')), log: silent, now: () => new Date() }
  say(`${invoices.toLocaleString('en-US')} invoices of ${others + 1} users; ${getPeakMb()} MB before`)
  const { path, bytes, manifest } = await measure('backup, read back', () =>
    createBackup(deps, { folder, prefix: 'bench-', keys: null, authentication: null }),
  )
  const [rows, raw] = manifest.tables.reduce(([r, b], table) => [r + table.rows, b + table.bytes], [0, 0] as [number, number])
  say(`${rows.toLocaleString('en-US')} rows, ${(raw / 1e6).toFixed(0)} MB as text, ${(bytes / 1e6).toFixed(0)} MB as a file`)
  await original.stop()
  await measure('restore, compared', () =>
    withBackup(path, async (backup) => {
      await restoreEmbedded(backup, { dataDir: to, appRole: 'billfold_app', key: null, replace: false, bucket: null, log: say })
    }),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
