import { readEnv } from '#server/platform/config/env.ts'
import { checkAllUsers } from './books-health/check.ts'
import { print, runScript } from './cli/cli.ts'
import { withDatabase, withOwner } from './cli/with-database.ts'

// Recalculates every total, balance and report figure and compares it with what is stored, while the app may be running. Lists the rows that differ.
//   npm run books-health                                for all users
//   npm run books-health -- --user ada@example.com      for one user
// The exit code is 0 when everything agrees, 1 when something differs or the check failed.

const usage = 'Usage: npm run books-health -- --user ada@example.com. Without --user, the books of all users are checked.'

/** The email of the user to check; null for all users. */
const parseUser = (args: readonly string[]): string | null => {
  if (args.length === 0) return null
  const [name, email] = args
  if (name !== '--user' || !email || args.length > 2) throw new Error(usage)
  return email
}

await runScript(async () => {
  const email = parseUser(process.argv.slice(2))
  const env = readEnv(process.env)
  const findings = await withOwner(env, (owner) =>
    withDatabase(env, owner, (database) => checkAllUsers(database, email, print), { max: 2 }),
  )
  if (findings > 0) process.exitCode = 1
})
