import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { openConfiguredStore } from '#server/operations/backup/restore-objects.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'

// Backs everything up into one file, while the app may be running.
//   npm run backup                      into DATA_DIR/backups
//   npm run backup -- --to /mnt/backup  into a folder of yours
//   npm run backup -- --with-key        with the key that stored secrets are encrypted with
// Ends with 0 when the backup is there and was read back, with 1 when there is none.

const say = (line: string) => process.stdout.write(`${line}\n`)
const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

const interrupted = new Error('The backup was interrupted. Nothing of it is left.')

const main = async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'with-key': { type: 'boolean', default: false } } })
  const env = readEnv(process.env)
  const began = performance.now()
  const over = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort(interrupted))
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: false, log: say })
  try {
    const owner = embedded?.connection ?? parseDatabaseUrl(env.databaseUrl!)
    const keys = values['with-key'] ? await openMasterKeys(env, owner, say) : null
    const folder = values.to ? resolve(values.to) : join(env.dataDir, 'backups')
    const deps = { owner, objects: openConfiguredStore(env, say), log: say, now: () => new Date() }
    const { path, bytes, manifest } = await createBackup(deps, { folder, prefix: 'billfold-', keys, signal: over.signal }).catch(
      (error: Error) => {
        if (over.signal.aborted) throw interrupted
        if (isDiskFull(error))
          throw new Error(
            `There is no space left on the disk of ${folder}. No backup was made. Make room there, or name another folder with --to.`,
          )
        throw error
      },
    )
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    for (const key of manifest.missingObjects) say(`  The file ${key} is named in the database, but the file store doesn’t have it.`)
    say(
      `${path}: ${(bytes / 1e6).toFixed(1)} MB, ${counted(rows, 'row')} of one moment and ${counted(manifest.objects.length, 'file')}, read back and compared, in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
    )
    if (manifest.key) say('THE KEY IS IN IT: whoever has this file can read the stored payment keys. Keep it where nobody else comes.')
    else
      say(
        `THE KEY IS NOT IN IT: keep ${env.secretKey ? 'SECRET_KEY' : join(env.dataDir, 'secret.key')} somewhere else than this file. Without it, nobody can open the stored payment keys and sign-in keys, nor restore this backup. (--with-key puts it in.)`,
      )
  } finally {
    await embedded?.stop()
  }
}

await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
