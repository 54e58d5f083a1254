import { exportJournal, type JournalOptions } from '#server/domain/ledger/journal/export-journal.ts'
import { spoolToDisk } from '#server/platform/files/spool.ts'
import { type FileReply, route } from '#server/platform/http/route.ts'
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
export const journalRoutes = () => [
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
