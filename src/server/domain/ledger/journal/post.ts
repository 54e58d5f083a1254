import { isPostedSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { addDays, type Day, formatDay, getMonthStart } from '#shared/dates.ts'
import { toDecimal, toSum } from '#shared/money.ts'
import { deriveExpenseEntries, deriveInvoiceEntries, type Entry } from './derive-entries.ts'
import { findChanges, type JournalChanges } from './find-changes.ts'
import { deriveManualEntry } from './manual-entries.ts'
import { type IdRange, type LateReversal, readExpenses, readInvoices, readManualEntries, type StandingEntry } from './read-records.ts'

/** `path` is the field that has it. */
export type ChangedDay = { day: Day; path?: string }

export type PostOptions = {
  /** The days of what the owner changes, before and after. Also a change that no figure depends on is refused in a closed period. */
  days?: readonly ChangedDay[]
  /** For what a provider reports, which cannot be refused, and for reversals: what concerns a closed period is posted on the first open day. */
  mayBeLate?: boolean
}

type Books = { lastEntryId: number; closedThrough: Day | null }

const lockQuery = 'select last_entry_id as "lastEntryId", closed_through as "closedThrough" from books where user_id = $1 for update'

/** Until the transaction ends: entries are posted, and months closed, one transaction after another. */
export const lockBooks = async (db: UserDb): Promise<Books> => {
  const [books] = await db.rows<Books>(lockQuery, [db.userId], 'ledger.lock')
  if (books) return books
  await db.rows('insert into books (user_id) values ($1) on conflict (user_id) do nothing', [db.userId])
  return (await db.rows<Books>(lockQuery, [db.userId], 'ledger.lock'))[0]!
}

/** @throws AppError 409 when one of the days is in a closed period, with the way out */
const requireOpen = (closedThrough: Day | null, days: readonly ChangedDay[]): void => {
  const closed = closedThrough === null ? undefined : days.find(({ day }) => day <= closedThrough)
  if (!closed) return
  const message = `Your books are closed through ${formatDay(closedThrough!)}. Choose a later date, or reopen the closing on the Books page.`
  throw new AppError(409, message, closed.path === undefined ? undefined : { issues: [{ path: closed.path, message }] })
}

type NewEntry = { id: number; postedDay: Day; reversesId: number | null; entry: Entry }

const entryColumns = 'user_id, id, day, kind, source_id, document_id, event_day, reverses_id, reference, name, description'
const lineColumns =
  'user_id, entry_id, position, basis, day, kind, source_id, document_id, debit_account, credit_account, amount, customer_id, tax_rate_id, tax_component, tax_percent, currency, currency_amount'

/** Rows in a statement; a statement with few rows is prepared. */
const batchSize = 500
const maxPreparedRows = 8

const sendRows = (db: UserDb, table: string, columns: string, rows: readonly (readonly unknown[])[], onConflict = '') => {
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    const values: unknown[] = [db.userId]
    const texts = batch.map((row) => `($1, ${row.map((value) => `$${values.push(value)}`).join(', ')})`)
    const name = batch.length <= maxPreparedRows ? `ledger.insert-${table}-${batch.length}` : undefined
    db.send(`insert into ${table} (${columns}) values ${texts.join(', ')} ${onConflict}`, values, name)
  }
}

const toEntryRow = ({ id, postedDay, reversesId, entry }: NewEntry) => {
  const { kind, sourceId, documentId, day, reference, name, description } = entry
  return [id, postedDay, kind, sourceId, documentId, day === postedDay ? null : day, reversesId, reference, name, description]
}

const toLineRows = ({ id, postedDay, entry }: NewEntry) =>
  entry.lines.map(({ basis, debit, credit, amount, customerId, taxRateId, taxComponent, taxPercent, currency, currencyAmount }, i) => [
    id,
    i + 1,
    basis,
    postedDay,
    entry.kind,
    entry.sourceId,
    entry.documentId,
    debit,
    credit,
    toDecimal(amount),
    customerId,
    taxRateId,
    taxComponent,
    taxPercent,
    currency,
    currencyAmount === null ? null : toDecimal(currencyAmount),
  ])

const monthColumns = 'user_id, basis, account, kind, month, amount'
const addToMonth = 'on conflict (user_id, basis, account, kind, month) do update set amount = journal_months.amount + excluded.amount'

/** Debits less credits; none of them is zero. */
const toMonthRows = (entries: readonly NewEntry[]) => {
  const sums = new Map<string, { row: readonly unknown[]; sum: bigint }>()
  for (const { postedDay, entry } of entries)
    for (const { basis, debit, credit, amount } of entry.lines)
      for (const [account, change] of [[debit, BigInt(amount)] as const, [credit, -BigInt(amount)] as const]) {
        const row = [basis, account, entry.kind, getMonthStart(postedDay)]
        const key = row.join(' ')
        sums.set(key, { row, sum: (sums.get(key)?.sum ?? 0n) + change })
      }
  return [...sums.values()].filter(({ sum }) => sum !== 0n).map(({ row, sum }) => [...row, toDecimal(toSum(sum))])
}

const reverse = ({ lines, description, ...entry }: StandingEntry): Entry => ({
  ...entry,
  description: `Reversal: ${description}`,
  lines: lines.map(({ debit, credit, ...line }) => ({ ...line, debit: credit, credit: debit })),
})

const max = (a: Day, b: Day | undefined): Day => (b !== undefined && b > a ? b : a)

/**
 * Posts changes; the entries are sent, and complete with the transaction. What concerns a closed period is posted on the first open day. An event whose entry
 * was reversed late is not posted before that reversal, also after the period was opened again: it would count twice between the two days.
 */
const sendChanges = (db: UserDb, books: Books, { reversed, added }: JournalChanges, late: readonly LateReversal[]): number => {
  const { lastEntryId, closedThrough } = books
  const firstOpen = closedThrough === null ? undefined : addDays(closedThrough, 1)
  const getKey = ({ kind, sourceId }: LateReversal | Entry) => `${kind} ${sourceId}`
  const notBefore = new Map(late.map((reversal) => [getKey(reversal), reversal.day]))
  let id = lastEntryId
  const reversals = reversed.map((entry): NewEntry => {
    const postedDay = max(entry.postedDay, firstOpen)
    if (postedDay !== entry.day) notBefore.set(getKey(entry), max(postedDay, notBefore.get(getKey(entry))))
    return { id: ++id, postedDay, reversesId: entry.id, entry: reverse(entry) }
  })
  const additions = added.map(
    (entry): NewEntry => ({ id: ++id, postedDay: max(max(entry.day, firstOpen), notBefore.get(getKey(entry))), reversesId: null, entry }),
  )
  const entries = [...reversals, ...additions]
  if (entries.length === 0) return lastEntryId
  sendRows(db, 'journal_entries', entryColumns, entries.map(toEntryRow))
  sendRows(db, 'journal_lines', lineColumns, entries.flatMap(toLineRows))
  sendRows(db, 'journal_months', monthColumns, toMonthRows(entries), addToMonth)
  db.send('update books set last_entry_id = $2 where user_id = $1', [db.userId, id], 'ledger.number')
  return id
}

const pageSize = 500

type Source = {
  name: string
  read: (db: UserDb, ids: IdRange) => Promise<{ derived: Entry[]; standing: StandingEntry[]; late: LateReversal[] }>
}
const invoiceSource: Source = {
  name: 'invoice',
  read: async (db, ids) => {
    const { invoices, ...posted } = await readInvoices(db, ids)
    return { derived: invoices.flatMap(deriveInvoiceEntries), ...posted }
  },
}
const expenseSource: Source = {
  name: 'expense',
  read: async (db, ids) => {
    const { records, ...posted } = await readExpenses(db, ids)
    return { derived: records.flatMap(deriveExpenseEntries), ...posted }
  },
}
const manualSource: Source = {
  name: 'manual entry',
  read: async (db, ids) => {
    const { records, ...posted } = await readManualEntries(db, ids)
    return { derived: records.map(deriveManualEntry), ...posted }
  },
}

type Posting = { source: Source; ids: IdRange } & Required<PostOptions>

/** Both are sent together: the statement behind the lock sees what was committed before it. */
const postNow = async (db: UserDb, { source, ids, days, mayBeLate }: Posting): Promise<void> => {
  const [books, { derived, standing, late }] = await Promise.all([lockBooks(db), source.read(db, ids)])
  const changes = findChanges(derived, standing, books.closedThrough)
  const changedDays = [...changes.reversed.map(({ postedDay }) => ({ day: postedDay })), ...changes.added]
  if (!mayBeLate) requireOpen(books.closedThrough, [...days, ...changedDays])
  sendChanges(db, books, changes, late)
}

const postings = new WeakMap<UserDb, Map<string, Posting>>()

/**
 * Posts what is missing in the journal for the records with these ids: derives the entries that must stand for them, compares them with those that do, and
 * appends a reversal and a new entry for each difference. Posted again, it writes nothing. It is done at the end of the transaction, once for each record
 * however often it changed: the lock of the books is held for a moment only, and nothing else is locked behind it.
 * @throws AppError 409 at the end of the transaction, for a change of the owner that concerns a closed period
 */
const post = (db: UserDb, source: Source, ids: IdRange, { days = [], mayBeLate = false }: PostOptions): void => {
  let pending = postings.get(db)
  if (!pending) {
    pending = new Map()
    postings.set(db, pending)
    const all = pending
    db.beforeCommit(async () => {
      for (const posting of all.values()) await postNow(db, posting)
    })
  }
  const key = `${source.name} ${ids.first} ${ids.last}`
  const before = pending.get(key)
  pending.set(key, { source, ids, days: [...(before?.days ?? []), ...days], mayBeLate: mayBeLate || (before?.mayBeLate ?? false) })
}

/** With its payments, refunds and fees; see `post`. Call it in the transaction of each change of one of them. */
export const postInvoice = (db: UserDb, invoiceId: number, options: PostOptions = {}): void =>
  post(db, invoiceSource, { first: invoiceId, last: invoiceId }, options)

/** See `post`. A deleted expense has no entry. */
export const postExpense = (db: UserDb, expenseId: number, options: PostOptions = {}): void =>
  post(db, expenseSource, { first: expenseId, last: expenseId }, options)

/** See `post`. One that was reversed has no entry. */
export const postManualEntry = (db: UserDb, id: number, options: PostOptions = {}): void =>
  post(db, manualSource, { first: id, last: id }, options)

/** See `post`. @param ids in ascending order */
export const postExpenses = (db: UserDb, ids: readonly number[]): void => {
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize)
    post(db, expenseSource, { first: page[0]!, last: page.at(-1)! }, {})
  }
}

const selectPage = (from: string) =>
  `select max(id) as last, count(*)::int as count from (select id from ${from} and id >= $2 order by id limit $3) page`

const sources: readonly { source: Source; page: string }[] = [
  { source: invoiceSource, page: selectPage(`documents d where user_id = $1 and ${isPostedSql('d')}`) },
  { source: expenseSource, page: selectPage('expenses where user_id = $1') },
  { source: manualSource, page: selectPage('manual_entries where user_id = $1') },
]

/** Also the ids of records that are gone. */
export async function* eachPage(db: UserDb): AsyncGenerator<{ source: Source; ids: IdRange }> {
  for (const { source, page } of sources) {
    let first = Number.MIN_SAFE_INTEGER
    for (;;) {
      const [found] = await db.rows<{ last: number | null; count: number }>(page, [db.userId, first, pageSize])
      const isLast = found!.count < pageSize
      const last = isLast ? Number.MAX_SAFE_INTEGER : found!.last!
      yield { source, ids: { first, last } }
      if (isLast) break
      first = last + 1
    }
  }
}

/** For records that came into the database in another way than through the app, such as the sample year. */
export const postAll = async (db: UserDb): Promise<void> => {
  for await (const { source, ids } of eachPage(db)) await postNow(db, { source, ids, days: [], mayBeLate: true })
}
