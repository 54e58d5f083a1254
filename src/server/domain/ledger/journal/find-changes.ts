import type { Day } from '#shared/dates.ts'
import type { Entry, EntryLine } from './derive-entries.ts'
import type { StandingEntry } from './read-records.ts'

export type JournalChanges = { reversed: StandingEntry[]; added: Entry[] }

const getKey = ({ kind, sourceId, documentId, day }: Entry) => `${kind} ${sourceId} ${documentId} ${day}`
const formatLine = ({
  basis,
  debit,
  credit,
  amount,
  customerId,
  taxRateId,
  taxComponent,
  taxPercent,
  currency,
  currencyAmount,
}: EntryLine) => [basis, debit, credit, amount, customerId, taxRateId, taxComponent, taxPercent, currency, currencyAmount].join(' ')
const formatLines = ({ lines }: Entry) => lines.map(formatLine).join('|')

const postsSame = (a: Entry, b: Entry): boolean => formatLines(a) === formatLines(b)

/** A changed text alone, such as an invoice's number, is posted again only where the books are open. */
export const findChanges = (derived: readonly Entry[], standing: readonly StandingEntry[], closedThrough: Day | null): JournalChanges => {
  const byKey = new Map<string, StandingEntry>()
  const reversed: StandingEntry[] = []
  for (const entry of standing) {
    // The same event must not stand twice.
    if (byKey.has(getKey(entry))) reversed.push(entry)
    else byKey.set(getKey(entry), entry)
  }
  const added: Entry[] = []
  for (const entry of derived) {
    const stands = byKey.get(getKey(entry))
    byKey.delete(getKey(entry))
    const isOpen = stands && (closedThrough === null || stands.postedDay > closedThrough)
    if (
      stands &&
      postsSame(entry, stands) &&
      (!isOpen || (stands.reference === entry.reference && stands.description === entry.description))
    )
      continue
    if (stands) reversed.push(stands)
    added.push(entry)
  }
  return { reversed: [...reversed, ...byKey.values()], added }
}
