import { checkLedger, type IntegrityReport } from '#server/domain/ledger/integrity/check-ledger.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { booksApi } from '#shared/contract/books.ts'

/** Says which advisory locks are ours; any constant will do. */
const lockSpace = 740_323

/** How many checks one server has under way: each keeps a connection and a processor busy for seconds. */
const mostAtOnce = 2

const underway = () => new AppError(429, 'Your books are being checked already. Wait until that check is done.')
const busy = () => new AppError(429, 'The books of others are being checked right now. Try again in a moment.')

/** Held until the transaction ends, and seen by every server that works on the database. */
const isFirst = async (db: UserDb): Promise<boolean> => {
  const [row] = await db.rows<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [lockSpace, db.userId])
  return row!.taken
}

export const healthRoutes = () => {
  let running = 0
  return [
    route(booksApi.health, async ({ user, today }): Promise<IntegrityReport> => {
      if (running >= mostAtOnce) throw busy()
      return user.snapshot(async (db) => {
        if (!(await isFirst(db))) throw underway()
        // Counted once it is certain: whoever waits for his turn, or is refused, takes nobody's place.
        if (running >= mostAtOnce) throw busy()
        running++
        try {
          return await checkLedger(db, today)
        } finally {
          running--
        }
      })
    }),
  ]
}
