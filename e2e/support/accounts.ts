import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { loadMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { createSession } from '#server/testing/session.ts'
import { e2eDatabase, type RunningApp } from './app.ts'

export type Accounts = {
  /** Creates an account with a confirmed address, and a session as a sign-in does; no page and no email is needed. */
  create(person: { email: string; password: string }): Promise<{ name: string; value: string }>
  close(): Promise<void>
}

/** Opens the database of a running app beside it. */
export const openAccounts = async ({ origin, dataDir }: RunningApp): Promise<Accounts> => {
  const log = () => undefined
  const embedded = e2eDatabase ? null : await startEmbedded({ dataDir, exclusive: false, log })
  const database = openDatabase(embedded?.connection ?? parseDatabaseUrl(e2eDatabase!.DATABASE_URL), { max: 1, log })
  const secrets = createSecrets(loadMasterKeys(e2eDatabase?.SECRET_KEY ?? null, dataDir))
  return {
    create: async (person) => {
      const { cookie } = await createSession(
        { database, secrets, publicUrl: new URL(origin) },
        { ...person, firstName: 'Ada', lastName: 'Lovelace' },
      )
      const [name, value] = cookie.split('=', 2)
      return { name: name!, value: value! }
    },
    close: async () => {
      await database.close()
      await embedded?.stop()
    },
  }
}
