import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FoundKeys, findKeys, type KeyTestResult, testKeys } from '#server/operations/backup/encryption-keys.ts'
import { splitMigrations } from '#server/operations/backup/load-database.ts'
import type { OpenBackup } from '#server/operations/backup/open-backup.ts'
import { inspectTarget, restoreEmbedded } from '#server/operations/backup/restore-embedded.ts'
import { openConfiguredStore } from '#server/operations/backup/restore-objects.ts'
import { countServerTables, getNotEmptyMessage, restoreToServer } from '#server/operations/backup/restore-server.ts'
import { finishSwap, isSwapPlanned } from '#server/operations/backup/swap-folders.ts'
import type { Env } from '#server/platform/config/env.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { loadMasterKeys, parseKeys } from '#server/platform/encryption/master-keys.ts'
import { formatCount } from '../books-health/check.ts'

type Say = (line: string) => void

/** What stands in the way, if anything does, and the text of the key file that the restored app needs; null where it has what it needs. */
export type RestorePlan = { problem: string | null; key: string | null }

const asText = (keys: readonly Buffer[]) => keys.map((key) => key.toString('base64')).join('\n')

/** The key file as it has to be for everything to open: what is there, and behind it retired keys that the backup was sealed with. */
const keyFileFor = ({ from, keys }: FoundKeys, { used }: KeyTestResult, dataDir: string): string | null => {
  if (from === 'the setting SECRET_KEY') return null
  if (from === 'the backup') return asText(keys)
  const path = join(dataDir, 'secret.key')
  const present = existsSync(path) ? parseKeys(readFileSync(path, 'utf8')) : []
  const lacking = used.filter((key) => !present.some((each) => each.equals(key)))
  return lacking.length === 0 ? null : asText([...present, ...lacking])
}

type Wish = { replace: boolean; onlyLooks: boolean }

const describeKeys = async (backup: OpenBackup, env: Env, say: Say): Promise<RestorePlan> => {
  const setting = env.secretKey ? loadMasterKeys(env.secretKey, env.dataDir, env.secretKeyPrevious) : null
  const known = await findKeys(backup, setting, env.dataDir)
  const fit = await testKeys(backup, known.keys)
  const file = join(env.dataDir, 'secret.key')
  say(
    known.keys.length === 0
      ? `  key: none is here, and none in the backup; ${formatCount(fit.sealed, 'secret')} can’t be opened`
      : `  key: the one of ${known.from} opens ${fit.opened} of ${formatCount(fit.sealed, 'secret')}`,
  )
  if (fit.opened === fit.sealed) return { problem: null, key: keyFileFor(known, fit, env.dataDir) }
  return {
    problem: `The key that ${fit.sealed - fit.opened} of ${formatCount(fit.sealed, 'secret')} in the backup are sealed with isn’t here. Put the secret.key that belongs to the backup at ${file}, or set SECRET_KEY to it.`,
    key: null,
  }
}

const describeTarget = async (env: Env, { replace, onlyLooks }: Wish, say: Say): Promise<string | null> => {
  if (env.databaseUrl) {
    const owner = parseDatabaseUrl(env.databaseUrl)
    const tables = await countServerTables(owner)
    say(
      `  target: the database ${owner.database} on ${owner.host}, ${tables === 0 ? 'which is empty' : `which has ${formatCount(tables, 'table')}`}`,
    )
    return tables === 0 ? null : getNotEmptyMessage(owner.database)
  }
  if (isSwapPlanned(env.dataDir)) {
    if (onlyLooks) return `A restore into ${env.dataDir} was interrupted. Start Billfold, which finishes it, then look again.`
    await finishSwap(env.dataDir)
  }
  const standing = await inspectTarget(env.dataDir)
  const where = `  target: ${env.dataDir}, `
  if (standing.state === 'broken') {
    say(`${where}whose database can’t be opened (${standing.problem.replace(/\.$/, '')})`)
    return replace ? null : 'Say --replace to put the backup in its place; what is there is kept beside it.'
  }
  say(
    where +
      (standing.state === 'none'
        ? 'which has no database yet'
        : standing.state === 'unused'
          ? 'whose database nobody has used yet'
          : `whose database has ${formatCount(standing.users, 'user')}${replace ? '; it will be kept beside the restored one' : ''}`),
  )
  return standing.state === 'used' && !replace
    ? `There is a database with ${formatCount(standing.users, 'user')} in ${env.dataDir}. Say --replace to put the backup in its place (it is kept beside it), or set DATA_DIR to another folder.`
    : null
}

/** Says what is in a backup and what restoring it would come to. Changes nothing, unless an interrupted restore has to be finished first. */
export const planRestore = async (backup: OpenBackup, env: Env, wish: Wish, say: Say): Promise<RestorePlan> => {
  const { manifest } = backup
  const { after } = splitMigrations(manifest)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `  made ${manifest.madeAt} by Billfold ${manifest.version} on PostgreSQL ${manifest.postgres}; ${after.length === 0 ? 'its database is as this version has it' : `its database is ${formatCount(after.length, 'step')} behind this version’s, and is brought up to date`}`,
  )
  say(
    `  ${formatCount(manifest.tables.find(({ name }) => name === 'users')?.rows ?? 0, 'user')}, ${formatCount(rows, 'row')}, ${formatCount(manifest.jobs.rows, 'job')} that wait, ${formatCount(manifest.objects.length, 'file')}; everybody signs in again (sessions are in no backup)`,
  )
  if (manifest.missingObjects.length > 0)
    say(`  missing: ${formatCount(manifest.missingObjects.length, 'file')} that the file store did not have any more`)
  const keys = await describeKeys(backup, env, say)
  const problem = await describeTarget(env, wish, say)
  return { problem: problem ?? keys.problem, key: keys.key }
}

/** Does it. @throws what a person can mend, with nothing changed */
export const restore = async (
  backup: OpenBackup,
  env: Env,
  { replace, key }: { replace: boolean; key: string | null },
  say: Say,
): Promise<void> => {
  const { dataDir, databaseAppRole: appRole } = env
  if (env.databaseUrl) {
    if (replace) throw new Error('--replace is for the embedded database. On a PostgreSQL server, restore into another, empty database.')
    await restoreToServer(backup, {
      owner: parseDatabaseUrl(env.databaseUrl),
      appRole,
      dataDir,
      key,
      objects: openConfiguredStore(env, say),
      log: say,
    })
    return
  }
  const store = env.s3 ? openConfiguredStore(env, say) : null
  const kept = await restoreEmbedded(backup, { dataDir, appRole, key, replace, bucket: store, log: say })
  for (const path of kept) say(`  what was there is kept as ${path}; remove it when you need it no more`)
}
