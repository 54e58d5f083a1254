import { exportJournal, type JournalOptions } from '#server/domain/ledger/journal/export-journal.ts'
import { spoolToDisk } from '#server/platform/files/spool.ts'
import { type FileReply, route } from '#server/platform/http/route.ts'
import { booksApi } from '#shared/contract/books.ts'
import { allTime } from '#shared/periods.ts'

const kinds = {
  hledger: { contentType: 'text/plain; charset=utf-8', ending: 'journal' },
  csv: { contentType: 'text/csv; charset=utf-8', ending: 'csv' },
} as const

/** 'journal-cash-from-2026-01-01.csv' */
const nameOf = ({ format, basis, range: { from, to } }: Required<JournalOptions>) => {
  const days = [...(from === allTime.from ? [] : ['from', from]), ...(to === allTime.to ? [] : ['to', to])]
  return `${['journal', basis, ...days].join('-')}.${kinds[format].ending}`
}

/** The double-entry journal, made of the documents as they stand. One that can't be made whole is an error instead of half a file. */
export const journalRoutes = () => [
  route(
    booksApi.journal,
    async ({ user, query: { format, basis = 'accrual', from = allTime.from, to = allTime.to } }): Promise<FileReply> => {
      const journal = { format, basis, range: { from, to } }
      const write = (put: (text: string) => Promise<void>) =>
        user.snapshot(async (db) => {
          for await (const text of exportJournal(db, journal)) await put(text)
        })
      return {
        bytes: await spoolToDisk(write),
        contentType: kinds[format].contentType,
        fileName: nameOf(journal),
        disposition: 'attachment',
      }
    },
  ),
]
