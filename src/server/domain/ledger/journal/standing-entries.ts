import type { UserDb } from '#server/platform/db/client.ts'
import type { EntryKind } from '#shared/books.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, parseCents } from '#shared/money.ts'
import type { Entry, EntryLine } from './derive-entries.ts'
import type { IdRange } from './read-facts.ts'

/** An entry of the stored journal that is neither reversed nor a reversal. `day` is the day of the event; it is posted on `postedDay`. */
export type StandingEntry = Entry & { id: number; postedDay: Day }

type Row = {
  id: number
  kind: EntryKind
  sourceId: number
  documentId: number | null
  day: Day
  postedDay: Day
  reference: string | null
  name: string | null
  description: string
  lines:
    | [basis: EntryLine['basis'], debit: number, credit: number, amount: string, customerId: number | null, taxPercent: string | null][]
    | null
}

const selectStanding = (condition: string) => `
  select e.id, e.kind, e.source_id as "sourceId", e.document_id as "documentId", coalesce(e.event_day, e.day) as day, e.day as "postedDay", e.reference,
         e.name, e.description,
         (select json_agg(json_build_array(l.basis, l.debit_account, l.credit_account, l.amount::text, l.customer_id, l.tax_percent::text) order by l.position)
          from journal_lines l where l.user_id = $1 and l.entry_id = e.id) as lines
  from journal_entries e
  where e.user_id = $1 and ${condition} and e.reverses_id is null
    and not exists (select 1 from journal_entries r where r.user_id = $1 and r.reverses_id = e.id)
  order by e.id`

const ofInvoices = selectStanding('e.document_id between $2 and $3')
const ofExpenses = selectStanding("e.kind = 'expense' and e.source_id between $2 and $3")

const toStanding = ({ lines, ...row }: Row): StandingEntry => ({
  ...row,
  lines: (lines ?? []).map(([basis, debit, credit, amount, customerId, taxPercent]) => ({
    basis,
    debit,
    credit,
    amount: parseCents(amount) as Cents,
    customerId,
    taxPercent,
  })),
})

/** Reads the standing entries of invoices, in the order of posting. */
export const readStandingOfInvoices = async (db: UserDb, { first, last }: IdRange): Promise<StandingEntry[]> =>
  (await db.rows<Row>(ofInvoices, [db.userId, first, last], 'ledger.standing-invoices')).map(toStanding)

/** Reads the standing entries of expenses, in the order of posting. */
export const readStandingOfExpenses = async (db: UserDb, { first, last }: IdRange): Promise<StandingEntry[]> =>
  (await db.rows<Row>(ofExpenses, [db.userId, first, last], 'ledger.standing-expenses')).map(toStanding)
