import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { withBackup } from '#server/operations/backup/open-backup.ts'
import { restoreEmbedded } from '#server/operations/backup/restore-embedded.ts'
import { openFolderStore } from '#server/operations/backup/restore-objects.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { readSizes } from './support/args.ts'
import { seedUsersAndInvoices } from './support/invoice-data.ts'

// How long a backup and its restore take, how large it is, and how much memory they need.
//   node bench/backup.ts [invoices, default 100000] [users besides the one who has a tenth of them, default 100] [--smoke]

const [invoices, others] = readSizes([100_000, 100], [100, 3])
const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
// As root, the database runs as another account, which has to get there.
chmodSync(folder, 0o755)
const [from, to] = [join(folder, 'from'), join(folder, 'to')]
const quiet = () => undefined
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The most that this process has taken so far, in MB. */
const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1024)
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s, at most ${peakMb()} MB in this process so far`)
  return result
}

try {
  const old = await startEmbedded({ dataDir: from, exclusive: true, log: quiet })
  await prepareDatabase(old.connection, 'billfold_app')
  const client = new Client(old.connection)
  client.on('error', quiet)
  await client.connect()
  await client.query("insert into users (issuer, subject, email) values ('bench', 'reader', 'reader@example.com')")
  await seedUsersAndInvoices(old.connection, 1, { others, each: Math.round((invoices * 0.9) / others), own: Math.round(invoices * 0.1) })
  // As the app's triggers would have left it: search entries for everything.
  await client.query('select search_refresh_all(id) from users')
  await client.end()
  const deps = { owner: old.connection, objects: openFolderStore(join(from, 'objects')), log: quiet, now: () => new Date() }
  say(`${invoices.toLocaleString('en-US')} invoices of ${others + 1} users; ${peakMb()} MB before`)
  const { path, bytes, manifest } = await timed('backup, read back', () => createBackup(deps, { folder, prefix: 'bench-', keys: null }))
  const [rows, raw] = manifest.tables.reduce(([r, b], table) => [r + table.rows, b + table.bytes], [0, 0] as [number, number])
  say(`${rows.toLocaleString('en-US')} rows, ${(raw / 1e6).toFixed(0)} MB as text, ${(bytes / 1e6).toFixed(0)} MB as a file`)
  await old.stop()
  await timed('restore, compared', () =>
    withBackup(path, async (backup) => {
      await restoreEmbedded(backup, { dataDir: to, appRole: 'billfold_app', key: null, replace: false, bucket: null, log: say })
    }),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
