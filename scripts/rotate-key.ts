import { openDatabase } from '#server/platform/db/client.ts'
import { connectionFrom } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { readEnv } from '#server/platform/env.ts'
import { keyFile, masterKey } from '#server/platform/master-keys.ts'
import { resealWith, rotateKeyFile } from '#server/platform/rotate-key.ts'
import { createSecrets } from '#server/platform/secrets.ts'

// Changes the master key that encrypts stored secrets, while the app may be running, and can be run again when it was interrupted.
//   npm run rotate-key   with the key in DATA_DIR/secret.key: makes a new one, seals every secret with it, retires the old one
//                        with SECRET_KEY: set it to a new key and SECRET_KEY_PREVIOUS to the old one on every server, restart them, then run this

const say = (line: string) => process.stdout.write(`${line}\n`)

const main = async () => {
  const env = readEnv(process.env)
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: false, log: say })
  const owner = embedded?.connection ?? connectionFrom(env.databaseUrl!)
  const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { max: 3, log: say })
  try {
    if (!env.secretKey) return await rotateKeyFile({ database, log: say }, keyFile(env.dataDir))
    await resealWith({ database, log: say }, createSecrets(masterKey(env.secretKey, env.dataDir, env.secretKeyPrevious)))
    say(
      env.secretKeyPrevious.length > 0
        ? 'Every secret is sealed with SECRET_KEY. SECRET_KEY_PREVIOUS can go, except for backups of the database from before.'
        : 'Every secret is sealed with SECRET_KEY. To change it, set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to this one on every server, restart them, then run this again.',
    )
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
