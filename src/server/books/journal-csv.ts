import { byteOrderMark, formatCsvRows } from '#server/platform/csv.ts'
import { cents, toDecimal } from '#shared/money.ts'
import type { Entry } from './journal.ts'
import { describeEvent, eventLabels, formatEntryId, getParty } from './journal-words.ts'

/** How the accountant's file begins: a row a posting, in which either debit or credit is filled. */
export const csvHeader: string = `${byteOrderMark}${formatCsvRows([
  ['Date', 'Entry', 'Type', 'Number', 'Name', 'Account', 'Debit', 'Credit', 'Description'],
])}`

export const formatCsvEntries = (entries: readonly Entry[]): string =>
  formatCsvRows(
    entries.flatMap(({ event, postings }) =>
      postings.map(({ account, amount }) => [
        event.day,
        formatEntryId(event),
        eventLabels[event.kind],
        event.kind === 'expense' ? null : event.invoice.number,
        getParty(event),
        account,
        amount > 0 ? toDecimal(amount) : null,
        amount < 0 ? toDecimal(cents(-amount)) : null,
        describeEvent(event),
      ]),
    ),
  )
