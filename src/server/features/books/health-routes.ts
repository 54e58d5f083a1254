import { checkLedger, type IntegrityReport } from '#server/domain/ledger/integrity/check-ledger.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { booksApi } from '#shared/contract/books.ts'

/** Identifies this use of PostgreSQL's advisory locks; any constant works. */
const lockNamespace = 740_327

/** Checks that run on one server at the same time: each uses a connection and a processor for seconds. */
const maxRunning = 2

const createRunningError = () => new AppError(429, 'Your books are being checked already. Wait until that check is done.')
const createBusyError = () => new AppError(429, 'The books of others are being checked right now. Try again in a moment.')

/** Held until the transaction ends, and visible to all servers on the database. */
const tryLock = async (db: UserDb): Promise<boolean> => {
  const [row] = await db.rows<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, hashint8($2)) as taken', [lockNamespace, db.userId])
  return row!.taken
}

export const healthRoutes = () => {
  let running = 0
  return [
    route(booksApi.health, async ({ user, today }): Promise<IntegrityReport> => {
      if (running >= maxRunning) throw createBusyError()
      return user.snapshot(async (db) => {
        if (!(await tryLock(db))) throw createRunningError()
        // Counted only after the lock, so that waiting or refused checks take no slot.
        if (running >= maxRunning) throw createBusyError()
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
