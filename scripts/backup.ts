import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from '#server/operations/backup/create-backup.ts'
import { openConfiguredStore } from '#server/operations/backup/restore-objects.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { isDiskFull } from '#server/platform/errors/disk-full.ts'
import { formatCount, formatSeconds, print, runScript } from './cli/cli.ts'
import { withOwner } from './cli/with-database.ts'

const usage = `Backs up everything in one file, while the app may be running.
  npm run backup                         into DATA_DIR/backups
  npm run backup -- --to /mnt/backup     into another folder
  npm run backup -- --with-key           including the key that encrypts stored secrets
The exit code is 0 when the backup was made and verified, 1 when there is none.`

const interrupted = new Error('The backup was interrupted, and its incomplete file was removed.')

await runScript(usage, async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'with-key': { type: 'boolean', default: false } } })
  const env = readEnv(process.env)
  const startedAt = performance.now()
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort(interrupted))
  await withOwner(env, async (owner) => {
    // A backup without its key is better than none. What it lacks is said.
    const authentication = await openMasterKeys(env, owner, print).catch((error: Error) => {
      if (values['with-key']) throw error
      print(`NOT AUTHENTICATED, so that a restore can’t tell whether the backup was changed since: ${error.message}`)
      return null
    })
    const keys = values['with-key'] ? authentication : null
    const folder = values.to ? resolve(values.to) : join(env.dataDir, 'backups')
    const deps = { owner, objects: openConfiguredStore(env, print), log: print, now: () => new Date() }
    const options = { folder, prefix: 'billfold-', keys, authentication, signal: stopped.signal }
    const { path, bytes, manifest } = await createBackup(deps, options).catch((error: Error) => {
      if (stopped.signal.aborted) throw interrupted
      if (!isDiskFull(error)) throw error
      throw new Error(
        `There is no space left on the disk of ${folder}. No backup was made. Free some space, or choose another folder with --to.`,
      )
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    for (const key of manifest.missingObjects) print(`  The database refers to the file ${key}, but the file store doesn’t have it.`)
    const contents = `${formatCount(rows, 'row')} of one snapshot and ${formatCount(manifest.objects.length, 'file')}`
    print(`${path}: ${(bytes / 1e6).toFixed(1)} MB, ${contents}, verified, in ${formatSeconds(startedAt)} s.`)
    if (manifest.key) print('THE KEY IS INCLUDED: this file is enough to read the stored payment keys. Keep it in a safe place.')
    else
      print(
        `THE KEY IS NOT INCLUDED: keep ${env.secretKey ? 'SECRET_KEY' : join(env.dataDir, 'secret.key')} apart from this file. Without the key, this backup can’t be restored, and the stored payment keys and sign-in keys can’t be decrypted. (--with-key includes it.)`,
      )
  })
})
