import { getUserToday } from '#server/domain/business/user-today.ts'
import { checkLedger, maxFindings } from '#server/domain/ledger/integrity/check-ledger.ts'
import type { Database } from '#server/platform/db/client.ts'

type User = { id: number; email: string | null }

export const formatCount = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** Tells what was looked at and what disagrees. @returns how much does */
const checkOne = async (database: Database, user: User, say: (line: string) => void): Promise<number> => {
  const began = performance.now()
  const { checks, findings } = await database.atOneMoment(user.id, async (db) => checkLedger(db, await getUserToday(db, new Date())))
  const [looked, wrong] = [checks.reduce((sum, check) => sum + check.looked, 0), checks.reduce((sum, check) => sum + check.wrong, 0)]
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(
    `${user.email ?? `User ${user.id}`}: ${wrong === 0 ? 'everything agrees' : formatCount(wrong, 'finding')} (${formatCount(looked, 'comparison')} in ${seconds} s)`,
  )
  for (const { row, problem } of findings) say(`  ${row}: ${problem}`)
  if (wrong > findings.length)
    say(`  ... and ${formatCount(wrong - findings.length, 'more finding')}; only the first ${maxFindings} are named.`)
  return wrong
}

/**
 * Derives everybody's books anew, and tells what disagrees.
 * @param email whose books; null for everybody's
 * @returns how many findings there are
 * @throws Error when nobody has that address
 */
export const checkAllUsers = async (database: Database, email: string | null, say: (line: string) => void): Promise<number> => {
  const users = await database.asNobody((db) =>
    db.rows<User>('select id, email from users where $1::text is null or lower(email) = lower($1) order by id', [email]),
  )
  if (email && users.length === 0) throw new Error(`Nobody here has the e-mail address ${email}.`)
  let wrong = 0
  for (const user of users) wrong += await checkOne(database, user, say)
  say(`${formatCount(users.length, 'book')} checked: ${wrong === 0 ? 'everything agrees.' : `${formatCount(wrong, 'finding')}.`}`)
  return wrong
}
