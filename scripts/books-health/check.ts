import { entities } from '#modules/entities.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { checkLedger, maxFindings } from '#server/domain/ledger/integrity/check-ledger.ts'
import type { Database } from '#server/platform/db/client.ts'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { formatCount, formatSeconds } from '../cli/cli.ts'

type User = { id: number; email: string | null }

const getName = ({ id, email }: User) => email ?? `User ${id}`

/** Checks the ledger of one user and prints the findings. @returns how many there are */
const checkUser = async (database: Database, user: User, print: (line: string) => void): Promise<number> => {
  const startedAt = performance.now()
  const { checks, findings } = await database.atOneMoment(user.id, async (db) =>
    checkLedger(db, await getUserToday(db, new Date()), entities),
  )
  const [looked, wrong] = [checks.reduce((sum, check) => sum + check.looked, 0), checks.reduce((sum, check) => sum + check.wrong, 0)]
  print(
    `${getName(user)}: ${wrong === 0 ? 'everything agrees' : formatCount(wrong, 'finding')} (${formatCount(looked, 'comparison')} in ${formatSeconds(startedAt)} s)`,
  )
  for (const { row, problem } of findings) print(`  ${row}: ${problem}`)
  if (wrong > findings.length)
    print(`  ... and ${formatCount(wrong - findings.length, 'more finding')}; only the first ${maxFindings} are named.`)
  return wrong
}

/** A check that fails is a finding of its user: the others are checked all the same. @throws when the database is unavailable */
const checkOrReport = (database: Database, user: User, print: (line: string) => void): Promise<number> =>
  checkUser(database, user, print).catch((error: Error) => {
    if (isDatabaseUnavailable(error)) throw error
    print(`${getName(user)}: 1 finding`)
    print(`  The check failed: ${error.message}`)
    return 1
  })

/**
 * Recalculates the ledgers of all users, or of one, and prints what differs from the stored values.
 * @param email the user's email; null for all users
 * @returns how many findings there are
 * @throws Error when there is no user with that email
 */
export const checkAllUsers = async (database: Database, email: string | null, print: (line: string) => void): Promise<number> => {
  const users = await database.asNobody((db) =>
    db.rows<User>('select id, email from users where $1::text is null or lower(email) = lower($1) order by id', [email]),
  )
  if (email && users.length === 0) throw new Error(`There is no user with the email ${email}.`)
  let wrong = 0
  for (const user of users) wrong += await checkOrReport(database, user, print)
  print(`${formatCount(users.length, 'book')} checked: ${wrong === 0 ? 'everything agrees.' : `${formatCount(wrong, 'finding')}.`}`)
  return wrong
}
