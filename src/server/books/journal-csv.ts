import { byteOrderMark, csvLines } from '#server/platform/csv.ts'
import { cents, toDecimal } from '#shared/money.ts'
import type { Entry } from './journal.ts'
import { descriptionOf, entryName, kindWords, partyOf } from './journal-words.ts'

/** How the accountant's file begins: a row a posting, in which either debit or credit is filled. */
export const journalCsvHead: string = `${byteOrderMark}${csvLines([
  ['Date', 'Entry', 'Type', 'Number', 'Name', 'Account', 'Debit', 'Credit', 'Description'],
])}`

export const journalCsvEntries = (entries: readonly Entry[]): string =>
  csvLines(
    entries.flatMap(({ event, postings }) =>
      postings.map(({ account, amount }) => [
        event.day,
        entryName(event),
        kindWords[event.kind],
        event.kind === 'expense' ? null : event.invoice.number,
        partyOf(event),
        account,
        amount > 0 ? toDecimal(amount) : null,
        amount < 0 ? toDecimal(cents(-amount)) : null,
        descriptionOf(event),
      ]),
    ),
  )
