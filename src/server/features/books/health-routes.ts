import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { route } from '#server/platform/http/route.ts'
import { booksApi } from '#shared/contract/books.ts'

/** Of PostgreSQL's advisory locks; any constant works. */
const lockNamespace = 740_327

/** Held until the transaction ends, and visible to all servers on the database. */
const tryLock = async (db: UserDb): Promise<boolean> => {
  const [row] = await db.rows<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, hashint8($2)) as taken', [lockNamespace, db.userId])
  return row!.taken
}

/** Checks take turns in a lane of their own on each server; see `checkEndpoints`. */
export const healthRoutes = () => [
  route(booksApi.health, ({ user, today }) =>
    user.snapshot(async (db) => {
      if (!(await tryLock(db))) throw new AppError(429, 'Your books are being checked already. Wait until that check is done.')
      return checkLedger(db, today)
    }),
  ),
]
