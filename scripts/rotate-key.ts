import { parseArgs } from 'node:util'
import type { ClientConfig } from 'pg'
import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { discardUnreadable, reEncryptWith, rotateKeyFile } from '#server/operations/key-rotation/rotate-key.ts'
import { type Env, readEnv } from '#server/platform/config/env.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { createKeyFile, loadMasterKeys, openKeyFile, openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'

// Rotates the master key that encrypts stored secrets. The app may be running; an interrupted rotation is continued by the next run.
//   npm run rotate-key   with the key in DATA_DIR/secret.key: generates a new one, encrypts every secret with it, retires the old one
//                        with SECRET_KEY: set it to a new key and SECRET_KEY_PREVIOUS to the old one on every server, restart them, then run this
//   npm run rotate-key -- --discard-unreadable   when the key is lost and Billfold is stopped: deletes what can't be decrypted without it

const say = (line: string) => process.stdout.write(`${line}\n`)

const rotate = async (env: Env, owner: ClientConfig, discards: boolean) => {
  const keys = discards ? null : await openMasterKeys(env, owner, say)
  const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { max: 3, log: say })
  const deps = { database, log: say }
  try {
    if (!keys) {
      const current = env.secretKey ? loadMasterKeys(env.secretKey, env.dataDir, env.secretKeyPrevious) : createKeyFile(env.dataDir)
      return await discardUnreadable(deps, createSecrets(current))
    }
    if (!env.secretKey) return await rotateKeyFile(deps, openKeyFile(env.dataDir))
    await reEncryptWith(deps, createSecrets(keys))
    say(
      env.secretKeyPrevious.length > 0
        ? 'Every secret is encrypted with SECRET_KEY. SECRET_KEY_PREVIOUS can be removed; only older backups of the database still need it.'
        : 'Every secret is encrypted with SECRET_KEY. To rotate it, set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to this one on every server, restart them, then run this again.',
    )
  } finally {
    await database.close()
  }
}

const main = async () => {
  const { values } = parseArgs({ options: { 'discard-unreadable': { type: 'boolean', default: false } } })
  const discards = values['discard-unreadable']
  const env = readEnv(process.env)
  // A running app may still have the key, and then no secret is lost: it must be stopped before anything is discarded.
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: discards, log: say })
  try {
    await rotate(env, embedded?.connection ?? parseDatabaseUrl(env.databaseUrl!), discards)
  } finally {
    await embedded?.stop()
  }
}

await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
