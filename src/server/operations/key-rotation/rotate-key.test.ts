import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testServerEnvironment } from '#root/scripts/server-command.ts'
import { encryptedColumns, getTotpContext } from '#server/platform/encryption/encrypted-columns.ts'
import { createKeyFile, openKeyFile } from '#server/platform/encryption/master-keys.ts'
import { createSecrets, type Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { formatDatabaseUrl } from '#server/testing/database-url.ts'
import { soakCount } from '#shared/testing/soak.ts'
import { reEncryptAll } from './re-encrypt.ts'
import { rotateKeyFile } from './rotate-key.ts'

// Each test runs the command several times.
vi.setConfig({ testTimeout: 120_000 })

let test_: TestDatabase
let owner: Client
let dataDir: string
let users: number[]
/** The secrets of a server that was started before the rotation. */
let secrets: Secrets

beforeAll(async () => {
  test_ = await createTestDatabase()
  owner = new Client(test_.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await test_.drop()
})
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'billfold-test-'))
  secrets = createSecrets(createKeyFile(dataDir))
  return () => rmSync(dataDir, { recursive: true, force: true })
})

const { getContext } = encryptedColumns[0]!
const getSecretText = (userId: number) => `sk_live_of_${userId}`

/** Inserts `count` users with two secrets each, as many accounts with a second factor, and three keys of the server's own. */
const insertSecrets = async (count: number) => {
  await owner.query('truncate users restart identity cascade')
  await owner.query('truncate server_keys')
  await owner.query('truncate identity_accounts cascade')
  await owner.query("insert into users (issuer, subject) select 'i', n::text from generate_series(1, $1) n", [count])
  users = (await owner.query('select id::int from users order by id')).rows.map(({ id }) => id)
  for (const name of ['a', 'b', 'c']) await getServerKey(test_.database, secrets, name, () => `own ${name}`)
  await owner.query(
    `insert into webhook_endpoints (user_id, provider, account_id, token, url) select n, 'stripe', 'a', 'token ' || n, 'https://x' from unnest($1::bigint[]) n`,
    [users],
  )
  const { rows: hooks } = await owner.query<{ user_id: number; id: number }>(
    'select user_id::int, id::int from webhook_endpoints order by user_id',
  )
  const sealedHooks = hooks.map(({ user_id, id }) => secrets.encrypt(getSecretText(user_id), encryptedColumns[1]!.getContext(user_id, id)))
  await owner.query(
    'update webhook_endpoints w set key_id = $2, sealed_secret = s.sealed from unnest($1::bigint[], $3::bytea[]) as s (id, sealed) where w.id = s.id',
    [hooks.map(({ id }) => id), secrets.getCurrentKeyId(), sealedHooks.map(({ sealed }) => sealed)],
  )
  const cards = users.map((userId) => secrets.encrypt(getSecretText(userId), getContext(userId, 'stripe')).sealed)
  await owner.query(
    `insert into payment_credentials (user_id, provider, key_id, sealed_secret)
     select user_id, 'stripe', $2, sealed from unnest($1::bigint[], $3::bytea[]) as s (user_id, sealed)`,
    [users, secrets.getCurrentKeyId(), cards],
  )
  const accounts = users.map((userId) => `account-${userId}`)
  await owner.query(
    `insert into identity_accounts (id, email, password_hash, first_name, last_name, totp_key_id, totp_sealed)
     select id, id || '@example.com', 'x', 'A', 'B', $2, sealed from unnest($1::text[], $3::bytea[]) as s (id, sealed)`,
    [accounts, secrets.getCurrentKeyId(), accounts.map((id) => secrets.encrypt(id, getTotpContext(id)).sealed)],
  )
  // An account without a second factor.
  await owner.query("insert into identity_accounts (id, email, password_hash, first_name, last_name) values ('none', 'n', 'x', 'A', 'B')")
}

/** Decrypts both secrets of a user as a server would. */
const readBoth = (decrypter: Secrets, userId: number) =>
  test_.database.asUser(userId, async (db) => {
    const rows = await Promise.all(
      encryptedColumns.map(async ({ table, rowId, getContext }) => {
        const [row] = await db.rows<{ rowId: string; keyId: string; sealed: Buffer }>(
          `select ${rowId} as "rowId", key_id as "keyId", sealed_secret as sealed from ${table} where user_id = $1`,
          [userId],
        )
        return decrypter.decrypt(row!, getContext(userId, row!.rowId))
      }),
    )
    return rows.every((text) => text === getSecretText(userId))
  })

/** @returns how many of the users' secrets and second factors can be decrypted */
const countDecryptable = async (decrypter: Secrets) => {
  let count = 0
  for (const { table, rowId, getContext } of encryptedColumns) {
    const { rows } = await owner.query(`select user_id, ${rowId} as "rowId", key_id as "keyId", sealed_secret as sealed from ${table}`)
    count += rows.filter((row) => decrypter.decrypt(row, getContext(row.user_id, row.rowId)) === getSecretText(row.user_id)).length
  }
  const { rows } = await owner.query(
    'select id, totp_key_id as "keyId", totp_sealed as sealed from identity_accounts where totp_sealed is not null',
  )
  return count + rows.filter((row) => decrypter.decrypt(row, getTotpContext(row.id)) === row.id).length
}

/** Reads secrets, and sometimes encrypts one, as the running app does, until the returned function is called. */
const startReadingAndWriting = () => {
  const decrypter = secrets
  let stopped = false
  const seen = { reads: 0, encryptions: 0, failed: [] as string[] }
  const work = async (step: number) => {
    for (let n = step; !stopped; n += 3) {
      const userId = users[(n * 31) % users.length]!
      try {
        if (n % 5 === 0)
          await test_.database.asUser(userId, async (db) => {
            const { keyId, sealed } = decrypter.encrypt(getSecretText(userId), getContext(userId, 'stripe'))
            await db.rows('update payment_credentials set key_id = $2, sealed_secret = $3 where user_id = $1', [userId, keyId, sealed])
            seen.encryptions++
          })
        if (!(await readBoth(decrypter, userId))) throw new Error('another text')
        seen.reads++
      } catch (error) {
        seen.failed.push(String(error))
      }
    }
  }
  const all = Promise.all([work(1), work(2), work(3)])
  const stop = async () => {
    stopped = true
    await all
    return seen
  }
  onTestFinished(async () => void (await stop()))
  return stop
}

/** Runs `npm run rotate-key` as a child process. */
const startCommand = (
  env: Record<string, string> = {},
  ...args: string[]
): { child: ChildProcess; output: () => string; ended: Promise<number | null> } => {
  const child = spawn(process.execPath, ['dist-server/rotate-key.js', ...args], {
    env: {
      ...testServerEnvironment,
      DATA_DIR: dataDir,
      DATABASE_URL: formatDatabaseUrl(test_.owner),
      DATABASE_APP_ROLE: String(test_.app.user),
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk) => (output += chunk))
  return { child, output: () => output, ended: new Promise((resolve) => child.once('exit', resolve)) }
}
const keyIds = async () => [
  ...new Set(
    (
      await owner.query(
        `select key_id from payment_credentials union all select key_id from webhook_endpoints union all select key_id from server_keys
         union all select totp_key_id from identity_accounts where totp_sealed is not null`,
      )
    ).rows.map(({ key_id }) => key_id as string),
  ),
]

/** Each user has two secrets and a second factor. */
const userCount = soakCount(100, 2000)

test('all secrets are re-encrypted while servers read and write them: no read fails, and the old key is retired', async () => {
  await insertSecrets(userCount)
  const before = secrets.getCurrentKeyId()
  const stop = startReadingAndWriting()
  const rotation = startCommand()
  expect([await rotation.ended, rotation.output()]).toEqual([0, expect.stringContaining('holds a new key')])
  const seen = await stop()
  expect(seen.failed).toEqual([])
  expect([seen.reads > 100, seen.encryptions > 10]).toEqual([true, true])
  const now = openKeyFile(dataDir).read()
  expect(now).toHaveLength(1)
  const fresh = createSecrets(now[0]!)
  expect(fresh.getCurrentKeyId()).not.toBe(before)
  expect(await keyIds()).toEqual([fresh.getCurrentKeyId()])
  expect(await countDecryptable(fresh)).toBe(3 * userCount)
  expect(await getServerKey(test_.database, fresh, 'b', () => 'another')).toBe('own b')
  // The retired key is kept for older backups of the database, readable by its owner only.
  const retired = join(dataDir, 'secret.key.retired')
  expect(createSecrets(Buffer.from(readFileSync(retired, 'utf8').trim(), 'base64')).getCurrentKeyId()).toBe(before)
  for (const path of [retired, join(dataDir, 'secret.key')]) expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('killed several times, a rotation loses nothing, and the next run completes it', async () => {
  await insertSecrets(500)
  const before = secrets.getCurrentKeyId()
  const stop = startReadingAndWriting()
  let midway = 0
  for (let kill = 0; kill < 3; kill++) {
    const rotation = startCommand()
    // At different points: as soon as the file has two keys, then after some rows.
    await expect.poll(() => openKeyFile(dataDir).read().length, { timeout: 60_000, interval: 5 }).toBe(2)
    if (kill > 0) await expect.poll(async () => (await keyIds()).length, { timeout: 60_000, interval: 5 }).toBe(2)
    rotation.child.kill('SIGKILL')
    await rotation.ended
    if ((await keyIds()).length === 2) midway++
  }
  expect(midway).toBeGreaterThan(0)
  writeFileSync(join(dataDir, 'secret.key.1'), 'half a ke')
  const between = openKeyFile(dataDir).read()
  const last = startCommand()
  expect([await last.ended, last.output()]).toEqual([0, expect.stringContaining('was interrupted')])
  expect((await stop()).failed).toEqual([])
  // The new key of the first attempt is the one that stays.
  expect(openKeyFile(dataDir).read()).toEqual([between[0]])
  expect(await keyIds()).toEqual([createSecrets(openKeyFile(dataDir)).getCurrentKeyId()])
  expect(await keyIds()).not.toContain(before)
  expect(readdirSync(dataDir).sort()).toEqual(['secret.key', 'secret.key.retired'])
  expect(await countDecryptable(secrets)).toBe(1500)
})

test('two rotations cannot run at once; a secret that cannot be decrypted is named and keeps the former key', async () => {
  await insertSecrets(3)
  const log: string[] = []
  const rotate = () => rotateKeyFile({ database: test_.database, log: (line) => log.push(line) }, openKeyFile(dataDir))
  const [first, second] = await Promise.allSettled([rotate(), rotate()])
  const reasons = [first, second].map((end) => (end.status === 'rejected' ? String(end.reason) : ''))
  expect(reasons.sort()).toEqual(['', expect.stringContaining('is already being rotated')])
  const copied = await owner.query('select sealed_secret from payment_credentials where user_id = $1', [users[0]])
  await owner.query('update payment_credentials set sealed_secret = $2 where user_id = $1', [users[1], copied.rows[0].sealed_secret])
  await expect(rotate()).rejects.toThrow(`1 secret can't be decrypted with any known key: ${getContext(users[1]!, 'stripe')}.`)
  expect(openKeyFile(dataDir).read()).toHaveLength(2)
  expect(await readBoth(secrets, users[0]!)).toBe(true)
  await owner.query('delete from payment_credentials where user_id = $1', [users[1]])
  await rotate()
  expect(openKeyFile(dataDir).read()).toHaveLength(1)
  expect(log.join('\n')).not.toContain(openKeyFile(dataDir).read()[0]!.toString('base64'))
})

test('with keys in the environment, secrets of the previous key are decrypted, and the command re-encrypts them', async () => {
  const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  secrets = createSecrets(old)
  await insertSecrets(5)
  const both = createSecrets({ read: () => [fresh, old] })
  expect(await countDecryptable(both)).toBe(15)
  const without = startCommand({ SECRET_KEY: fresh.toString('base64') })
  expect([await without.ended, without.output()]).toEqual([1, expect.stringContaining('SECRET_KEY holds another key')])
  const keys = { SECRET_KEY: fresh.toString('base64'), SECRET_KEY_PREVIOUS: old.toString('base64') }
  const done = startCommand(keys)
  expect([await done.ended, done.output()]).toEqual([0, expect.stringContaining('SECRET_KEY_PREVIOUS can be removed')])
  expect(done.output() + without.output()).not.toMatch(new RegExp(Object.values(keys).join('|').replaceAll('+', '\\+')))
  expect(existsSync(join(dataDir, 'secret.key.retired'))).toBe(false)
  expect(await countDecryptable(createSecrets(fresh))).toBe(15)
})

test('with a lost key, the command deletes and lists what cannot be decrypted, and keeps the rest', async () => {
  await insertSecrets(3)
  const lost = readFileSync(join(dataDir, 'secret.key'))
  rmSync(join(dataDir, 'secret.key'))
  const refused = startCommand()
  expect([await refused.ended, refused.output()]).toEqual([1, expect.stringMatching(/secret\.key is missing.*--discard-unreadable\n$/s)])
  expect(existsSync(join(dataDir, 'secret.key'))).toBe(false)

  await owner.query('update identity_accounts set totp_on_at = now() where totp_sealed is not null')
  const discarded = startCommand({}, '--discard-unreadable')
  expect([await discarded.ended, discarded.output()]).toEqual([0, expect.stringContaining('Removed 12 secrets')])
  expect(discarded.output()).toMatch(/3 payment keys and 3 webhooks.*3 second factors.*3 keys of the server/)
  expect(readFileSync(join(dataDir, 'secret.key'))).not.toEqual(lost)
  expect(await keyIds()).toEqual([])
  const { rows } = await owner.query('select count(*)::int as count from identity_accounts where totp_on_at is not null')
  expect(rows).toEqual([{ count: 0 }])

  secrets = createSecrets(openKeyFile(dataDir))
  await insertSecrets(2)
  const again = startCommand({}, '--discard-unreadable')
  expect([await again.ended, again.output()]).toEqual([0, expect.stringContaining('nothing was removed')])
  expect(await countDecryptable(secrets)).toBe(6)
})

test.runIf(process.platform === 'linux')(
  'a key file that other accounts can read, and whose mode cannot be changed, is refused with instructions',
  async () => {
    const path = join(dataDir, 'secret.key')
    rmSync(path)
    // Readable by all accounts, and not even root can change its mode.
    symlinkSync('/proc/self/status', path)
    const refused = startCommand()
    const sentence = expect.stringMatching(/may read the key file .*secret\.key \(mode 444\).*chmod 600/)
    expect([await refused.ended, refused.output()]).toEqual([1, sentence])
  },
)

test('every encrypted column is re-encrypted by a rotation', async () => {
  const { rows } = await owner.query(
    "select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'bytea' order by 1",
  )
  expect(rows.map((row) => `${row.table_name}.${row.column_name}`).sort()).toEqual(
    [...encryptedColumns.map(({ table, column }) => `${table}.${column}`), 'server_keys.sealed', 'identity_accounts.totp_sealed'].sort(),
  )
  await insertSecrets(2)
  expect(await reEncryptAll(test_.database, secrets)).toEqual({ reEncrypted: 0, undecryptable: [] })
})
