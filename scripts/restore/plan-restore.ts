import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describeObjects, isFree } from '#server/operations/backup/empty-database.ts'
import { checkOrigin, type FoundKeys, findKeys, type KeyTestResult, testKeys } from '#server/operations/backup/encryption-keys.ts'
import { splitMigrations } from '#server/operations/backup/load-database.ts'
import type { OpenBackup } from '#server/operations/backup/open-backup.ts'
import { inspectTarget, restoreEmbedded } from '#server/operations/backup/restore-embedded.ts'
import { openConfiguredStore } from '#server/operations/backup/restore-objects.ts'
import { getNotEmptyMessage, inspectServer, restoreToServer, tryRestoreToServer } from '#server/operations/backup/restore-server.ts'
import { finishSwap, isSwapPlanned } from '#server/operations/backup/swap-folders.ts'
import type { Env } from '#server/platform/config/env.ts'
import { checkDatabase } from '#server/platform/db/database-server.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { loadMasterKeys, parseKeys } from '#server/platform/encryption/master-keys.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import { formatCount } from '../cli/cli.ts'

type Print = (line: string) => void

/** `problem`: why the restore is not possible, or null. `key`: the text of the key file to install, or null when the installed keys suffice. */
export type RestorePlan = { problem: string | null; key: string | null }

const formatKeys = (keys: readonly Buffer[]) => keys.map((key) => key.toString('base64')).join('\n')

/** The key file that decrypts everything: the installed keys, followed by retired ones that the backup was encrypted with. */
const buildKeyFile = ({ from, keys }: FoundKeys, { used }: KeyTestResult, dataDir: string): string | null => {
  if (from === 'the setting SECRET_KEY') return null
  if (from === 'the backup') return formatKeys(keys)
  const path = join(dataDir, 'secret.key')
  const installed = existsSync(path) ? parseKeys(readFileSync(path, 'utf8')) : []
  const missing = used.filter((key) => !installed.some((each) => each.equals(key)))
  return missing.length === 0 ? null : formatKeys([...installed, ...missing])
}

/** `acceptsUnproven`: the operator is sure of a backup that no key authenticates. */
type Options = { replace: boolean; isDryRun: boolean; acceptsUnproven: boolean }

const describeKeys = async (backup: OpenBackup, env: Env, { acceptsUnproven }: Options, print: Print): Promise<RestorePlan> => {
  const setting = env.secretKey ? loadMasterKeys(env.secretKey, env.dataDir, env.secretKeyPrevious) : null
  const found = await findKeys(backup, setting, env.dataDir)
  const result = await testKeys(backup, found.keys)
  const file = join(env.dataDir, 'secret.key')
  print(
    found.keys.length === 0
      ? `  key: none found; ${formatCount(result.secrets, 'secret')} can’t be decrypted`
      : `  key: the one of ${found.from} decrypts ${result.decryptable} of ${formatCount(result.secrets, 'secret')}`,
  )
  const origin = checkOrigin(backup, found)
  print(`  origin: ${origin.summary}`)
  const isRefused = origin.problem !== null && !(origin.isUnproven && acceptsUnproven)
  if (result.decryptable === result.secrets)
    return { problem: isRefused ? origin.problem : null, key: buildKeyFile(found, result, env.dataDir) }
  return {
    problem: `The key that ${result.secrets - result.decryptable} of ${formatCount(result.secrets, 'secret')} in the backup are encrypted with was not found. Put the secret.key that belongs to the backup at ${file}, or set SECRET_KEY to it.`,
    key: null,
  }
}

const describeTarget = async (env: Env, { replace, isDryRun }: Options, print: Print): Promise<string | null> => {
  if (env.databaseUrl) {
    const owner = parseDatabaseUrl(env.databaseUrl)
    await checkDatabase(owner)
    const target = await inspectServer(owner)
    const state = target.isUnfinished
      ? 'where an interrupted restore left an incomplete database, which is removed first'
      : isFree(target)
        ? 'which is empty'
        : `which has ${describeObjects(target)}`
    print(`  target: the database ${owner.database} on ${owner.host}, ${state}`)
    if (replace) return '--replace is for the embedded database. On a PostgreSQL server, restore into another, empty database.'
    return isFree(target) ? null : getNotEmptyMessage(owner.database, target)
  }
  if (isSwapPlanned(env.dataDir)) {
    if (isDryRun) return `A restore into ${env.dataDir} was interrupted. Start Billfold, which completes it, then run this again.`
    await finishSwap(env.dataDir)
  }
  const target = await inspectTarget(env.dataDir)
  const where = `  target: ${env.dataDir}, `
  if (target.state === 'broken') {
    print(`${where}whose database can’t be opened (${target.problem.replace(/\.$/, '')})`)
    return replace ? null : 'Add --replace to replace it with the backup; the old one is kept beside it.'
  }
  print(
    where +
      (target.state === 'none'
        ? 'which has no database yet'
        : target.state === 'unused'
          ? 'whose database has no users'
          : `whose database has ${formatCount(target.users, 'user')}${replace ? '; it will be kept beside the restored one' : ''}`),
  )
  return target.state === 'used' && !replace
    ? `There is a database with ${formatCount(target.users, 'user')} in ${env.dataDir}. Add --replace to replace it with the backup (the old one is kept beside it), or set DATA_DIR to another folder.`
    : null
}

/** Prints what a backup contains and what restoring it would do. Changes nothing, except that it completes an interrupted restore. */
export const planRestore = async (backup: OpenBackup, env: Env, options: Options, print: Print): Promise<RestorePlan> => {
  const { manifest } = backup
  const { after } = splitMigrations(manifest)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  print(
    `  made ${manifest.madeAt} by Billfold ${manifest.version} on PostgreSQL ${manifest.postgres}; ${after.length === 0 ? 'its database has this version’s schema' : `its database is ${formatCount(after.length, 'migration')} behind and will be migrated`}`,
  )
  print(
    `  ${formatCount(manifest.tables.find(({ name }) => name === 'users')?.rows ?? 0, 'user')}, ${formatCount(rows, 'row')}, ${formatCount(manifest.jobs.rows, 'job')} waiting, ${formatCount(manifest.objects.length, 'file')}; all users must sign in again (sessions are not backed up)`,
  )
  if (manifest.missingObjects.length > 0)
    print(`  missing: ${formatCount(manifest.missingObjects.length, 'file')} that the file store no longer had`)
  const keys = await describeKeys(backup, env, options, print)
  const problem = await describeTarget(env, options, print)
  return { problem: problem ?? keys.problem, key: keys.key }
}

/** Runs `work` in a folder that is there, and afterwards removes what had to be created of its path. */
const withFolder = async (folder: string, work: () => Promise<void>) => {
  const created = await ensureFolder(folder)
  await work().finally(() => created && rm(created, { recursive: true, force: true }))
}

/**
 * Restores the backup, or only tries to: a trial does all that a restore does, and takes it back.
 * @throws Error with a message for the operator; nothing was changed then
 */
export const restore = async (
  backup: OpenBackup,
  env: Env,
  { replace, key, isTrial }: { replace: boolean; key: string | null; isTrial: boolean },
  print: Print,
): Promise<void> => {
  const { dataDir, databaseAppRole: appRole } = env
  const getStore = () => openConfiguredStore(env, print)
  if (env.databaseUrl) {
    const options = () => ({ owner: parseDatabaseUrl(env.databaseUrl!), appRole, dataDir, key, objects: getStore(), log: print })
    if (isTrial) await withFolder(join(dataDir, 'objects'), () => tryRestoreToServer(backup, options()))
    else await restoreToServer(backup, options())
    return
  }
  const options = { dataDir, appRole, key, replace, bucket: env.s3 ? getStore() : null, log: print }
  if (isTrial) return withFolder(dataDir, async () => void (await restoreEmbedded(backup, { ...options, isTrial })))
  const kept = await restoreEmbedded(backup, options)
  for (const path of kept) print(`  the old one is kept as ${path}; remove it when you no longer need it`)
}
