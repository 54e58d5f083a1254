import { parseArgs } from 'node:util'
import { toBackupError } from '#server/operations/backup/backup-errors.ts'
import { type OpenBackup, withBackup } from '#server/operations/backup/open-backup.ts'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { checkAllUsers } from './books-health/check.ts'
import { planRestore, restore } from './restore/plan-restore.ts'

// Restores a backup, and then derives everybody's books anew.
//   npm run restore -- FILE              into an empty DATA_DIR, or the empty database of DATABASE_URL
//   npm run restore -- FILE --dry-run    only says what would happen
//   npm run restore -- FILE --replace    in the place of the database in DATA_DIR, which is kept beside it
// Ends with 0 when everything is there and agrees, with 1 when nothing was changed, with 2 when it was restored and the books have findings.

const say = (line: string) => process.stdout.write(`${line}\n`)
const usage =
  'Say which backup: npm run restore -- FILE, with --dry-run to see what would happen, or --replace to put it in the place of what is there.'

const checkRestored = async (env: ReturnType<typeof readEnv>): Promise<number> => {
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: false, log: say })
  const owner = embedded?.connection ?? parseDatabaseUrl(env.databaseUrl!)
  const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { max: 2, log: say })
  try {
    return await checkAllUsers(database, null, say)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(usage)
  const env = readEnv(process.env)
  const began = performance.now()
  say(`Reading ${file} ...`)
  const work = async (backup: OpenBackup) => {
    const plan = await planRestore(backup, env, { replace: values.replace, onlyLooks: values['dry-run'] }, say)
    if (values['dry-run']) {
      say(plan.problem === null ? 'It can be restored. Nothing was changed.' : `It can’t be restored like this: ${plan.problem}`)
      if (plan.problem !== null) process.exitCode = 1
      return false
    }
    if (plan.problem !== null) throw new Error(plan.problem)
    await restore(backup, env, { replace: values.replace, key: plan.key }, say)
    return true
  }
  const isRestored = await withBackup(file, work).catch((error: unknown) => {
    throw toBackupError(error, file)
  })
  if (!isRestored) return
  say(`Restored in ${((performance.now() - began) / 1000).toFixed(1)} s. Books health:`)
  const findings = await checkRestored(env).catch((error: Error) => {
    say(`The backup is restored, but the books could not be checked: ${error.message}. Try again: npm run books-health`)
    return 1
  })
  if (findings > 0) process.exitCode = 2
}

await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
