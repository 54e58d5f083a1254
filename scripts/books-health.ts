import { parseArgs } from 'node:util'
import { readEnv } from '#server/platform/config/env.ts'
import { checkAllUsers } from './books-health/check.ts'
import { print, runScript } from './cli/cli.ts'
import { withDatabase, withOwner } from './cli/with-database.ts'

const usage = `Recalculates every total, balance and report figure and compares it with what is stored, while the app may be running. Lists the rows that differ.
  npm run books-health                               for all users
  npm run books-health -- --user ada@example.com     for one user
The exit code is 0 when everything agrees, 1 when something differs or the check failed.`

await runScript(usage, async () => {
  const { values } = parseArgs({ options: { user: { type: 'string' } } })
  const env = readEnv(process.env)
  const findings = await withOwner(env, (owner) =>
    withDatabase(env, owner, (database) => checkAllUsers(database, values.user ?? null, print), { max: 2 }),
  )
  if (findings > 0) process.exitCode = 1
})
