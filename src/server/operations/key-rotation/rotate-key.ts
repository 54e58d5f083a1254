import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { SettingError } from '#server/platform/config/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { getKeyId, type KeyFile } from '#server/platform/encryption/master-keys.ts'
import { createSecrets, type Secrets } from '#server/platform/encryption/secrets.ts'
import { reEncryptAll } from './re-encrypt.ts'

type Deps = { database: Database; log: (line: string) => void }

/** Any constant will do, as long as it is ours. */
const rotationLock = 7_403_220_117

/** Longer than anybody holds a fresh seal before he writes it down. */
const settleMs = 1000
/** How long transactions that began before the change may take. */
const patienceMs = 60_000

/** @throws SettingError when somebody else is at it */
const alone = async (database: Database, work: () => Promise<void>): Promise<void> => {
  const client = await database.pool.connect()
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [rotationLock])
    if (!rows[0]!.isOurs) throw new SettingError('The master key is being changed already. Wait until that has ended.')
    await work()
  } finally {
    // The lock ends with its connection.
    client.release(true)
  }
}

/** Waits for what may still write down a secret that it sealed before this moment. */
const letOthersEnd = async (database: Database): Promise<void> => {
  await sleep(settleMs)
  const now = await database.pool.query<{ at: string }>('select clock_timestamp()::text as at')
  const until = Date.now() + patienceMs
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

const words = (count: number) => `${count} ${count === 1 ? 'secret' : 'secrets'}`

/** @throws SettingError when something can't be opened, naming it */
const resealFully = async ({ database, log }: Deps, secrets: Secrets): Promise<void> => {
  // The second pass finds what was written down while the first one ran; a third is needed only when somebody seals with a former key.
  for (let pass = 0; pass < 5; pass++) {
    const { reEncrypted, undecryptable } = await reEncryptAll(database, secrets)
    if (reEncrypted > 0 || pass === 0) log(`Sealed ${words(reEncrypted)} with the present key.`)
    if (undecryptable.length > 0)
      throw new SettingError(
        `${words(undecryptable.length)} can't be opened with any key that is known: ${undecryptable.slice(0, 10).join(', ')}. Enter them anew in the app, or add the key they were sealed with, and run this again. The former keys stay in use until then.`,
      )
    if (reEncrypted === 0 && pass > 0) return
    await letOthersEnd(database)
  }
  throw new SettingError(
    'Secrets keep being sealed with a former key. Restart every server with the new key, then run this again; nothing is lost.',
  )
}

/**
 * Gives the key file a new present key, seals every secret with it, and retires the former ones, while servers may be running: they read the file
 * again whenever they seal, and whenever they meet a key that they don't know. Interrupted at any point, it goes on where it stopped when it is run again.
 */
export const rotateKeyFile = (deps: Deps, file: KeyFile): Promise<void> =>
  alone(deps.database, async () => {
    file.removeDrafts()
    const before = file.read()
    if (before.length > 1) deps.log('A change of the key was interrupted; this goes on with it.')
    else file.write([randomBytes(32), ...before])
    const secrets = createSecrets(file)
    await letOthersEnd(deps.database)
    await resealFully(deps, secrets)
    const [present, ...former] = file.read()
    const retired = `${file.path}.retired`
    appendFileSync(retired, former.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 })
    chmodSync(retired, 0o600)
    file.write([present!])
    deps.log(`${file.path} holds a new key (${getKeyId(present!)}): back it up together with the database.`)
    deps.log(`Backups of the database from before need the one in ${retired}; delete that file when there are none left.`)
  })

/** Seals every secret with the present one of these keys. @throws SettingError when something can't be opened */
export const reEncryptWith = (deps: Deps, secrets: Secrets): Promise<void> => alone(deps.database, () => resealFully(deps, secrets))

/**
 * Removes every secret that can't be opened with these keys, for a database whose master key is lost for good. What is sealed with them stays.
 * @throws SettingError when the master key is being changed at the same time
 */
export const discardUnreadable = ({ database, log }: Deps, secrets: Secrets): Promise<void> =>
  alone(database, async () => {
    const { undecryptable } = await reEncryptAll(database, secrets, { discardStuck: true })
    const count = (table: string) => undecryptable.filter((place) => place.startsWith(`${table}.`)).length
    log(
      undecryptable.length === 0
        ? 'Every secret can be opened with the present key: nothing was removed.'
        : `Removed ${words(undecryptable.length)} that can't be opened: ${count('payment_credentials')} payment keys and ${count('webhook_endpoints')} webhooks (businesses enter their keys again in Business Profile), ${count('identity_accounts')} second factors (those accounts sign in with their password alone until they set one up again in Account), and ${count('server_keys')} keys of the server, which are made anew (everybody signs in again, and links in emails that were sent before no longer work).`,
    )
  })
