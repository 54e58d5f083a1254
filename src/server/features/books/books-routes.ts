import { createOpeningBalance, getOpeningBalance, listOpeningBalances } from '#server/domain/documents/lifecycle/opening-balances.ts'
import { readBalances } from '#server/domain/ledger/books/balances.ts'
import { readLedgerAccount } from '#server/domain/ledger/books/ledger-account.ts'
import { getEntry, listEntries, toSides } from '#server/domain/ledger/books/list-entries.ts'
import { closeBooks, listClosings, reopenBooks } from '#server/domain/ledger/closing/closings.ts'
import { previewClosing } from '#server/domain/ledger/closing/preview.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { booksApi } from '#shared/contract/books.ts'
import { healthRoutes } from './health-routes.ts'
import { journalRoutes } from './journal-routes.ts'

export const booksRoutes = () => [
  ...healthRoutes(),
  ...journalRoutes(),
  route(booksApi.entries, ({ user, query }) => user.snapshot((db) => listEntries(db, query))),
  route(booksApi.entry, ({ user, params }) => user.snapshot((db) => getEntry(db, parseRowId(params.entry, 'Entry')))),
  route(booksApi.account, ({ user, params, query }) =>
    user.snapshot((db) => readLedgerAccount(db, parseRowId(params.account, 'Account'), query)),
  ),
  route(booksApi.balances, ({ user, query: { basis = 'accrual', day } }) =>
    user.snapshot(async (db) => ({
      accounts: [...(await readBalances(db, basis, day))].sort(([a], [b]) => a - b).map(([number, sum]) => ({ number, ...toSides(sum) })),
    })),
  ),

  route(booksApi.closings, ({ user }) => user.snapshot(listClosings)),
  route(booksApi.closingPreview, ({ user, query }) => user.snapshot((db) => previewClosing(db, query.throughDay))),
  idempotentRoute(booksApi.close, ({ user, body, today, idempotent }) =>
    user.tx((db) => idempotent(db, () => closeBooks(db, body.throughDay, today))),
  ),
  idempotentRoute(booksApi.reopen, ({ user, params, body, idempotent }) =>
    user.tx((db) => idempotent(db, () => reopenBooks(db, params.id, body.reason))),
  ),

  route(booksApi.openingBalances, ({ user, query }) => user.tx((db) => listOpeningBalances(db, query))),
  idempotentRoute(booksApi.createOpeningBalance, ({ user, body, today, idempotent }) =>
    user.tx((db) => idempotent(db, async () => getOpeningBalance(db, await createOpeningBalance(db, body, today)))),
  ),
]
