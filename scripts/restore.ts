import { parseArgs } from 'node:util'
import { toBackupError } from '#server/operations/backup/backup-errors.ts'
import { type OpenBackup, withBackup } from '#server/operations/backup/open-backup.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { checkAllUsers } from './books-health/check.ts'
import { formatSeconds, print, runScript } from './cli/cli.ts'
import { withDatabase, withOwner } from './cli/with-database.ts'
import { planRestore, restore } from './restore/plan-restore.ts'

const usage = `Restores a backup, and then recalculates the books of all users. Stop Billfold before.
  npm run restore -- FILE                into an empty DATA_DIR, or the empty database of DATABASE_URL
  npm run restore -- FILE --dry-run      prints what would happen, restores on trial and takes that back
  npm run restore -- FILE --replace      replaces the database in DATA_DIR, which is kept beside the restored one
  npm run restore -- FILE --any-size     also reads a small file that unpacks to gigabytes
  npm run restore -- FILE --unauthenticated    also restores a backup that no key shows to be unchanged
The exit code is 0 when everything was restored and agrees, 1 when nothing was changed, 2 when it was restored and the books have findings.`

await runScript(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'any-size': { type: 'boolean', default: false },
      unauthenticated: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(`Name one backup file.\n${usage}`)
  const env = readEnv(process.env)
  const startedAt = performance.now()
  print(`Reading ${file} ...`)
  const work = async (backup: OpenBackup) => {
    const isTrial = values['dry-run']
    const options = { replace: values.replace, isDryRun: isTrial, acceptsUnproven: values.unauthenticated }
    const plan = await planRestore(backup, env, options, print)
    if (isTrial && plan.problem !== null) {
      print(`It can’t be restored like this: ${plan.problem}`)
      process.exitCode = 1
      return false
    }
    if (plan.problem !== null) throw new Error(plan.problem)
    if (isTrial) print('Trying it ...')
    await restore(backup, env, { replace: values.replace, key: plan.key, isTrial }, print)
    if (isTrial) print('It can be restored. Nothing was changed.')
    return !isTrial
  }
  const isRestored = await withBackup(file, work, { anySize: values['any-size'] }).catch((error: unknown) => {
    throw toBackupError(error, file)
  })
  if (!isRestored) return
  print(`Restored in ${formatSeconds(startedAt)} s. Books health:`)
  const check = withOwner(env, (owner) => withDatabase(env, owner, (database) => checkAllUsers(database, null, print), { max: 2 }))
  const findings = await check.catch((error: Error) => {
    print(`The backup is restored, but the books could not be checked: ${error.message}. Try again: npm run books-health`)
    return 1
  })
  if (findings > 0) process.exitCode = 2
})
