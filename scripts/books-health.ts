import { startEmbedded } from '#server/operations/embedded-postgres/embedded.ts'
import { readEnv } from '#server/platform/config/env.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { parseDatabaseUrl } from '#server/platform/db/database-url.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { checkAllUsers } from './books-health/check.ts'

// Derives every total, balance and report figure of everybody's books anew, while the app may be running, and names the rows that disagree.
//   npm run books-health                                everybody's
//   npm run books-health -- --user ada@example.com      somebody's
// Ends with 0 when everything agrees, with 1 when something doesn't, or when it couldn't be looked at.

const say = (line: string) => process.stdout.write(`${line}\n`)
const usage = 'Say whose books: npm run books-health -- --user ada@example.com. Without --user everybody’s are checked.'

/** Whose books are meant; null for everybody's. */
const wanted = (args: readonly string[]): string | null => {
  if (args.length === 0) return null
  const [name, email] = args
  if (name !== '--user' || !email || args.length > 2) throw new Error(usage)
  return email
}

const main = async () => {
  const email = wanted(process.argv.slice(2))
  const env = readEnv(process.env)
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: false, log: say })
  const owner = embedded?.connection ?? parseDatabaseUrl(env.databaseUrl!)
  const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { max: 2, log: say })
  try {
    if ((await checkAllUsers(database, email, say)) > 0) process.exitCode = 1
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
