import { checkBooks, mostFindings } from '#server/books/health/health.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { connectionFrom } from '#server/platform/db/connection.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/platform/db/migrate.ts'
import { readEnv } from '#server/platform/env.ts'
import { usersToday } from '#server/platform/users-today.ts'

// Derives every total, balance and report figure of everybody's books anew, while the app may be running, and names the rows that disagree.
//   npm run books-health                                everybody's
//   npm run books-health -- --user ada@example.com      somebody's
// Ends with 0 when everything agrees, with 1 when something doesn't, or when it couldn't be looked at.

type User = { id: number; email: string | null }

const say = (line: string) => process.stdout.write(`${line}\n`)
const usage = 'Say whose books: npm run books-health -- --user ada@example.com. Without --user everybody’s are checked.'

/** Whose books are meant; null for everybody's. */
const wanted = (args: readonly string[]): string | null => {
  if (args.length === 0) return null
  const [name, email] = args
  if (name !== '--user' || !email || args.length > 2) throw new Error(usage)
  return email
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Tells what was looked at and what disagrees. @returns how much does */
const checkOne = async (database: Database, user: User): Promise<number> => {
  const began = performance.now()
  const { checks, findings } = await database.atOneMoment(user.id, async (db) => checkBooks(db, await usersToday(db, new Date())))
  const [looked, wrong] = [checks.reduce((sum, check) => sum + check.looked, 0), checks.reduce((sum, check) => sum + check.wrong, 0)]
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(
    `${user.email ?? `User ${user.id}`}: ${wrong === 0 ? 'everything agrees' : counted(wrong, 'finding')} (${counted(looked, 'comparison')} in ${seconds} s)`,
  )
  for (const { row, problem } of findings) say(`  ${row}: ${problem}`)
  if (wrong > findings.length)
    say(`  ... and ${counted(wrong - findings.length, 'more finding')}; only the first ${mostFindings} are named.`)
  return wrong
}

const main = async () => {
  const email = wanted(process.argv.slice(2))
  const env = readEnv(process.env)
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir, exclusive: false, log: say })
  const owner = embedded?.connection ?? connectionFrom(env.databaseUrl!)
  const database = openDatabase(await prepareDatabase(owner, env.databaseAppRole), { max: 2, log: say })
  try {
    const users = await database.asNobody((db) =>
      db.rows<User>('select id, email from users where $1::text is null or lower(email) = lower($1) order by id', [email]),
    )
    if (email && users.length === 0) throw new Error(`Nobody here has the e-mail address ${email}.`)
    let wrong = 0
    for (const user of users) wrong += await checkOne(database, user)
    say(`${counted(users.length, 'book')} checked: ${wrong === 0 ? 'everything agrees.' : `${counted(wrong, 'finding')}.`}`)
    if (wrong > 0) process.exitCode = 1
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

await main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
