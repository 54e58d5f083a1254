import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SettingError } from '#server/platform/config/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { getKeyId, type KeyFile } from '#server/platform/encryption/master-keys.ts'
import { createSecrets, type Secrets } from '#server/platform/encryption/secrets.ts'
import { reEncryptAll } from './re-encrypt.ts'

type Deps = { database: Database; log: (line: string) => void }

const rotationLock = 7_403_220_117

/** Longer than a transaction takes to start after it encrypted a secret. */
const settleMs = 1000
/** For those that started before the change. */
const maxTransactionMs = 60_000

/** @throws SettingError when another process holds the lock */
const withRotationLock = async (database: Database, work: () => Promise<void>): Promise<void> => {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [rotationLock])
    if (!rows[0]!.isLocked) throw new SettingError('The master key is already being rotated. Wait until that has ended.')
    try {
      await work()
    } finally {
      // Closing the connection would release the lock a moment later, and a rotation that follows at once would be refused.
      await client.query('select pg_advisory_unlock($1)', [rotationLock]).catch(() => undefined)
    }
  } finally {
    client.release(true)
  }
}

const waitForTransactions = async (database: Database): Promise<void> => {
  await sleep(settleMs)
  const now = await database.pool.query<{ at: string }>('select clock_timestamp()::text as at')
  const until = Date.now() + maxTransactionMs
  for (;;) {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start < $1::timestamptz`,
      [now.rows[0]!.at],
    )
    if (rows[0]!.count === 0) return
    if (Date.now() > until)
      throw new SettingError('The database is busy with a transaction that does not end. Run this again when it has; nothing is lost.')
    await sleep(100)
  }
}

const formatSecrets = (count: number) => `${count} ${count === 1 ? 'secret' : 'secrets'}`

const reEncryptFully = async ({ database, log }: Deps, secrets: Secrets): Promise<void> => {
  // The second pass finds secrets that were stored during the first; a third one is needed only if a server still encrypts with a former key.
  for (let pass = 0; pass < 5; pass++) {
    const { reEncrypted, undecryptable } = await reEncryptAll(database, secrets)
    if (reEncrypted > 0 || pass === 0) log(`Encrypted ${formatSecrets(reEncrypted)} with the current key.`)
    if (undecryptable.length > 0)
      throw new SettingError(
        `${formatSecrets(undecryptable.length)} can't be decrypted with any known key: ${undecryptable.slice(0, 10).join(', ')}. Enter them again in the app, or add the key they were encrypted with, and run this again. The former keys stay in use until then.`,
      )
    if (reEncrypted === 0 && pass > 0) return
    await waitForTransactions(database)
  }
  throw new SettingError(
    'Secrets are still being encrypted with a former key. Restart every server with the new key, then run this again; nothing is lost.',
  )
}

/**
 * Servers may be running: they read the file before each encryption, and when they find a key that they do not know. Interrupted at any
 * point, the next run continues.
 * @throws SettingError when another rotation is running, or a secret cannot be decrypted
 */
export const rotateKeyFile = (deps: Deps, file: KeyFile): Promise<void> =>
  withRotationLock(deps.database, async () => {
    file.removeDrafts()
    const before = file.read()
    if (before.length > 1) deps.log('A key rotation was interrupted; it is continued.')
    else file.write([randomBytes(32), ...before])
    const secrets = createSecrets(file)
    await waitForTransactions(deps.database)
    await reEncryptFully(deps, secrets)
    const [current, ...former] = file.read()
    const retired = `${file.path}.retired`
    appendFileSync(retired, former.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 })
    chmodSync(retired, 0o600)
    file.write([current!])
    deps.log(`${file.path} holds a new key (${getKeyId(current!)}): back it up together with the database.`)
    deps.log(`Older backups of the database need the key in ${retired}; delete that file when there are none left.`)
  })

export const reEncryptWith = (deps: Deps, secrets: Secrets): Promise<void> =>
  withRotationLock(deps.database, () => reEncryptFully(deps, secrets))

/** For a database whose master key is lost. @throws SettingError when a key rotation is running */
export const discardUnreadable = ({ database, log }: Deps, secrets: Secrets): Promise<void> =>
  withRotationLock(database, async () => {
    const { undecryptable } = await reEncryptAll(database, secrets, { discardUndecryptable: true })
    const count = (table: string) => undecryptable.filter((context) => context.startsWith(`${table}.`)).length
    log(
      undecryptable.length === 0
        ? 'Every secret can be decrypted with the current key: nothing was removed.'
        : `Removed ${formatSecrets(undecryptable.length)} that can't be decrypted: ${count('payment_credentials')} payment keys and ${count('webhook_endpoints')} webhooks (businesses enter their keys again in Business Profile), ${count('identity_accounts')} second factors (those accounts sign in with their password alone until they set one up again in Account), and ${count('server_keys')} keys of the server, which are generated again (all users must sign in again, and links in earlier emails no longer work).`,
    )
  })
