import type { z } from 'zod'
import { type Posting, toPostings } from '#server/domain/ledger/journal/read-journal.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { countFittingRows, decodeCursor, encodeCursor, type Page } from '#server/platform/db/pagination.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { entriesQuery, journalEntry } from '#shared/contract/books.ts'
import { maxPageSize } from '#shared/contract/lists.ts'
import { type Amount, type Sum, toAmount } from '#shared/money.ts'
import type { Basis } from '#shared/reports.ts'

// Parts of the statements that read the journal for the Books page. `$1` is the user, `e` is an entry.

/** Of the invoice, the credit note without one or the expense, null when it was deleted; an entry by hand is its own record. */
const recordPathSql = `(case when e.kind = 'manual' then '/books?entry=' || e.id when e.kind = 'expense'
  then (select '/expenses?open=' || x.id from expenses x where x.user_id = $1 and x.id = e.source_id)
  else (select case d.type when 'invoice' then '/invoices/' else '/credit-notes/' end || d.id from documents d where d.user_id = $1 and d.id = e.document_id and d.deleted_at is null) end)`

export const entryColumnsSql = `e.day, e.kind, e.reference, e.name, e.description, ${recordPathSql} as path`

export type ListedEntry = z.output<typeof journalEntry>
type Lines = Parameters<typeof toPostings>[0]
type Row = Omit<ListedEntry, 'postings'> & { lines: Lines }

const selectEntries = (basis: string, condition: string) => `
  select e.id, ${entryColumnsSql}, e.event_day as "eventDay", e.reverses_id as "reversesId", r.id as "reversedById", e.posted_at as "postedAt",
    case when e.kind = 'manual' and e.reverses_id is null then e.source_id end as "manualEntryId", l.lines
  from journal_entries e
  left join journal_entries r on r.user_id = $1 and r.reverses_id = e.id
  cross join lateral (
    select json_agg(json_build_array(l.debit_account, l.credit_account, l.amount::text, l.customer_id) order by l.position) as lines
    from journal_lines l where l.user_id = $1 and l.entry_id = e.id and l.basis = ${basis}) l
  where e.user_id = $1 and l.lines is not null and ${condition}`

export const toSides = <A extends Amount | Sum>(amount: A): { debit: A | null; credit: A | null } =>
  amount > 0 ? { debit: amount, credit: null } : { debit: null, credit: -amount as A }

/** An account's postings of several customers are shown as one. */
const sumByAccount = (postings: readonly Posting[]) => {
  const sums = new Map<number, number>()
  for (const { account, amount } of postings) sums.set(account, (sums.get(account) ?? 0) + amount)
  return [...sums].map(([account, sum]) => ({ account, ...toSides(toAmount(sum)) }))
}

const toEntry = ({ lines, ...entry }: Row): ListedEntry => ({ ...entry, postings: sumByAccount(toPostings(lines)) })

const sort = '-day'

/** The newest first. @throws AppError 400 for a cursor of another list */
export const listEntries = async (db: UserDb, query: z.output<typeof entriesQuery>): Promise<Page<ListedEntry[]>> => {
  const { basis = 'accrual', from, to, kind, account, search, limit = maxPageSize, after } = query
  const values: unknown[] = [db.userId, basis]
  const addValue = (value: unknown) => `$${values.push(value)}`
  const conditions = ['true']
  if (from) conditions.push(`e.day >= ${addValue(from)}`)
  if (to) conditions.push(`e.day <= ${addValue(to)}`)
  if (kind) conditions.push(`e.kind = ${addValue(kind)}`)
  if (account !== undefined) {
    const number = addValue(account)
    conditions.push(
      `exists (select 1 from journal_lines a where a.user_id = $1 and a.entry_id = e.id and a.basis = $2 and ${number} in (a.debit_account, a.credit_account))`,
    )
  }
  if (search) {
    const pattern = addValue(`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
    conditions.push(`lower(concat_ws(E'\\n', e.reference, e.name, e.description) collate "und-x-icu") like ${pattern}`)
  }
  if (after !== undefined) {
    const { value, id } = decodeCursor(after, sort, 'date')
    conditions.push(`(e.day, e.id) < (${addValue(value)}::date, ${addValue(id)})`)
  }
  const found = await db.rows<Row>(
    `${selectEntries('$2', conditions.join(' and '))} order by e.day desc, e.id desc limit ${limit + 1}`,
    values,
  )
  const page = found.slice(
    0,
    Math.min(
      limit,
      countFittingRows(found, (row) => Buffer.byteLength(JSON.stringify(row)) + 200),
    ),
  )
  const last = page.at(-1)
  return {
    rows: page.map(toEntry),
    next: last && page.length < found.length ? encodeCursor(sort, { sortValue: last.day, id: last.id }) : null,
  }
}

/** With its lines of the accrual basis, or else of the cash basis. @throws AppError 404 */
export const getEntry = async (db: UserDb, id: number): Promise<ListedEntry> => {
  for (const basis of ['accrual', 'cash'] satisfies Basis[]) {
    const [row] = await db.rows<Row>(selectEntries('$2', 'e.id = $3'), [db.userId, basis, id])
    if (row) return toEntry(row)
  }
  throw notFound('Entry')
}
