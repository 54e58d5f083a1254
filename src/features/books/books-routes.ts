import { entities } from '#modules/entities.ts'
import { createOpeningBalance, getOpeningBalance, listOpeningBalances } from '#server/domain/documents/lifecycle/opening-balances.ts'
import { readBalances } from '#server/domain/ledger/books/balances.ts'
import { readLedgerAccount } from '#server/domain/ledger/books/ledger-account.ts'
import { getEntry, listEntries, toSides } from '#server/domain/ledger/books/list-entries.ts'
import { closeBooks, listClosings, reopenBooks } from '#server/domain/ledger/closing/closings.ts'
import { previewClosing } from '#server/domain/ledger/closing/preview.ts'
import { checkLedger } from '#server/domain/ledger/integrity/check-ledger.ts'
import { exportJournal, type JournalOptions } from '#server/domain/ledger/journal/export-journal.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { spoolToDisk } from '#server/platform/files/spool.ts'
import { type FileReply, idempotentRoute, route } from '#server/platform/http/route.ts'
import { parseRowId } from '#server/platform/http/row-id.ts'
import { booksApi } from '#shared/contract/books.ts'
import { allTime } from '#shared/periods.ts'

const formats = {
  hledger: { contentType: 'text/plain; charset=utf-8', ending: 'journal' },
  csv: { contentType: 'text/csv; charset=utf-8', ending: 'csv' },
  accounting: { contentType: 'text/csv; charset=utf-8', ending: 'accounting.csv' },
} as const

const getFileName = ({ format, basis, range: { from, to } }: Required<JournalOptions>) => {
  const days = [...(from === allTime.from ? [] : ['from', from]), ...(to === allTime.to ? [] : ['to', to])]
  return `${['journal', basis, ...days].join('-')}.${formats[format].ending}`
}

/** When it cannot be written completely, the reply is an error instead of a truncated file. */
const journalRoutes = () => [
  route(
    booksApi.journal,
    async ({ user, query: { format, basis = 'accrual', from = allTime.from, to = allTime.to } }): Promise<FileReply> => {
      const journal = { format, basis, range: { from, to } }
      const write = (writeText: (text: string) => Promise<void>) =>
        user.snapshot(async (db) => {
          for await (const text of exportJournal(db, journal)) await writeText(text)
        })
      return {
        bytes: await spoolToDisk(write),
        contentType: formats[format].contentType,
        fileName: getFileName(journal),
        disposition: 'attachment',
      }
    },
  ),
]

/** The key of an advisory lock of PostgreSQL; any constant works. */
const lockNamespace = 740_327

/** Held until the transaction ends, and visible to all servers on the database. */
const tryLock = async (db: UserDb): Promise<boolean> => {
  const [row] = await db.rows<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, hashint8($2)) as taken', [lockNamespace, db.userId])
  return row!.taken
}

export const booksModule: Module = () => ({
  routes: [
    // Checks take turns in a lane of their own on each server; see `lane` of its endpoint.
    route(booksApi.health, ({ user, today }) =>
      user.snapshot(async (db) => {
        if (!(await tryLock(db))) throw new AppError(429, 'Your books are being checked already. Wait until that check is done.')
        return checkLedger(db, today, entities)
      }),
    ),
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
    idempotentRoute(booksApi.createOpeningBalance, ({ user, body, idempotent }) =>
      user.tx((db) => idempotent(db, async () => getOpeningBalance(db, await createOpeningBalance(db, body)))),
    ),
  ],
})
