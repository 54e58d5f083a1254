import { parseArgs } from 'node:util'
import type { ClientConfig } from 'pg'
import { discardUnreadable, reEncryptWith, rotateKeyFile } from '#server/operations/key-rotation/rotate-key.ts'
import { type Env, readEnv } from '#server/platform/config/env.ts'
import { createKeyFile, loadMasterKeys, openKeyFile, openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { print, runScript } from './cli/cli.ts'
import { withDatabase, withOwner } from './cli/with-database.ts'

const usage = `Rotates the key that encrypts stored secrets. The app may be running; an interrupted rotation is continued by the next run.
  npm run rotate-key                           with the key in DATA_DIR/secret.key: makes a new one, encrypts every secret with it, retires the old one
                                               with SECRET_KEY: set it to a new key and SECRET_KEY_PREVIOUS to the old one on every server,
                                               restart them, then run this
  npm run rotate-key -- --discard-unreadable   when the key is lost and Billfold is stopped: deletes what can't be decrypted without it
The exit code is 0 when every secret is encrypted with the new key, otherwise 1.`

const rotate = async (env: Env, owner: ClientConfig, discards: boolean) => {
  const keys = discards ? null : await openMasterKeys(env, owner, print)
  await withDatabase(
    env,
    owner,
    async (database) => {
      const deps = { database, log: print }
      if (!keys) {
        const current = env.secretKey ? loadMasterKeys(env.secretKey, env.dataDir, env.secretKeyPrevious) : createKeyFile(env.dataDir)
        return discardUnreadable(deps, createSecrets(current))
      }
      if (!env.secretKey) return rotateKeyFile(deps, openKeyFile(env.dataDir))
      await reEncryptWith(deps, createSecrets(keys))
      print(
        env.secretKeyPrevious.length > 0
          ? 'Every secret is encrypted with SECRET_KEY. SECRET_KEY_PREVIOUS can be removed; only older backups of the database still need it.'
          : 'Every secret is encrypted with SECRET_KEY. To rotate it, set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to this one on every server, restart them, then run this again.',
      )
    },
    { max: 3 },
  )
}

await runScript(usage, async () => {
  const { values } = parseArgs({ options: { 'discard-unreadable': { type: 'boolean', default: false } } })
  const discards = values['discard-unreadable']
  const env = readEnv(process.env)
  // A running app may still have the key, and then no secret is lost: it must be stopped before anything is discarded.
  await withOwner(env, (owner) => rotate(env, owner, discards), { exclusive: discards })
})
