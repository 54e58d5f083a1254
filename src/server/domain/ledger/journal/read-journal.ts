import type { UserDb } from '#server/platform/db/client.ts'
import { readInBatches } from '#server/platform/db/pagination.ts'
import { accountNumbers } from '#shared/accounts.ts'
import type { EntryKind } from '#shared/books.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, parseAmount, toAmount } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'
import type { Basis } from '#shared/reports.ts'
import { customerAccounts } from './accounts.ts'

/**
 * Debits are positive, credits negative. `tax` is the name of the tax, 'GST 5%', for sales tax at a rate that lines name. `foreign` is the amount in the currency
 * of an invoice, where the account is kept in it as well; it may be all there is, when the amount at home is less than the smallest one.
 */
export type Posting = {
  account: number
  customerId: number | null
  tax: string | null
  amount: Amount
  foreign: { currency: Currency; amount: Amount } | null
}

export type JournalEntry = {
  id: number
  day: Day
  kind: EntryKind
  eventDay: Day | null
  reversesId: number | null
  reference: string | null
  name: string | null
  description: string
  postings: Posting[]
}

type Row = Omit<JournalEntry, 'postings'> & {
  lines: [
    ...[debit: number, credit: number, amount: string, customerId: number | null],
    ...[tax?: string | null, currency?: Currency | null, currencyAmount?: string | null],
  ][]
}

/** Of a line `l`, 'GST 5%'. The taxes of a rate do not change while the journal names it. */
export const taxNameSql = `(select c.name || ' ' || trim_scale(c.percent) || '%' from tax_rate_components c
  where c.user_id = $1 and c.tax_rate_id = l.tax_rate_id and c.position = l.tax_component)`

const journalQuery = `
  select e.id, e.day, e.kind, e.event_day as "eventDay", e.reverses_id as "reversesId", e.reference, e.name, e.description, l.lines
  from journal_entries e cross join lateral (
    select json_agg(json_build_array(l.debit_account, l.credit_account, l.amount::text, l.customer_id, ${taxNameSql},
      l.currency, l.currency_amount::text) order by l.position) as lines
    from journal_lines l where l.user_id = $1 and l.entry_id = e.id and l.basis = $2) l
  where e.user_id = $1 and e.day between $3 and $4 and l.lines is not null
  order by e.day, e.id`

const addForeign = (currency: Currency | null, before: Posting['foreign'], amount: number): Posting['foreign'] => {
  const sum = toAmount((before?.amount ?? 0) + amount)
  return currency === null || sum === 0 ? null : { currency, amount: sum }
}

/** One for each account, customer and tax, in the order of the lines. All lines of an entry are of one document, and of its currency. */
export const toPostings = (lines: Row['lines']): Posting[] => {
  const postings = new Map<string, Posting>()
  const add = (account: number, line: Row['lines'][number], sign: number) => {
    const [, , amount, lineCustomer, lineTax, lineCurrency, currencyAmount] = line
    const isCustomers = customerAccounts.includes(account)
    const customerId = isCustomers ? lineCustomer : null
    const tax = account === accountNumbers.salesTaxPayable ? (lineTax ?? null) : null
    const key = `${account} ${customerId} ${tax}`
    const before = postings.get(key)
    const currency = isCustomers ? (lineCurrency ?? null) : null
    postings.set(key, {
      ...{ account, customerId, tax },
      amount: toAmount((before?.amount ?? 0) + sign * parseAmount(amount)),
      foreign: addForeign(currency, before?.foreign ?? null, sign * parseAmount(currencyAmount ?? '0')),
    })
  }
  for (const line of lines) {
    add(line[0], line, 1)
    add(line[1], line, -1)
  }
  return [...postings.values()].filter(({ amount, foreign }) => amount !== 0 || foreign !== null)
}

/** By day and number, in batches. */
export async function* readJournal(db: UserDb, basis: Basis, { from, to }: Range): AsyncGenerator<JournalEntry[]> {
  for await (const rows of readInBatches<Row>(db, { text: journalQuery, values: [db.userId, basis, from, to] }))
    yield rows.map(({ lines, ...entry }) => ({ ...entry, postings: toPostings(lines) }))
}

const customersQuery = `
  select distinct on (l.customer_id) l.customer_id as "customerId", e.name
  from journal_lines l join journal_entries e on e.user_id = $1 and e.id = l.entry_id
  where l.user_id = $1 and l.basis = $2 and l.day between $3 and $4 and (l.debit_account = any($5) or l.credit_account = any($5))
  order by l.customer_id, l.entry_id desc`

/** With the name on the newest of such entries. */
export const readCustomers = (
  db: UserDb,
  basis: Basis,
  { from, to }: Range,
): AsyncGenerator<{ customerId: number | null; name: string | null }[]> =>
  readInBatches(db, { text: customersQuery, values: [db.userId, basis, from, to, customerAccounts] })

const taxesQuery = `
  select distinct ${taxNameSql} as name from (
    select distinct user_id, tax_rate_id, tax_component from journal_lines
    where user_id = $1 and tax_component is not null and basis = $2 and day between $3 and $4) l order by 1`

export const readTaxNames = async (db: UserDb, basis: Basis, { from, to }: Range): Promise<string[]> =>
  (await db.rows<{ name: string }>(taxesQuery, [db.userId, basis, from, to])).map(({ name }) => name)

const currenciesQuery = `
  select distinct currency from journal_lines where user_id = $1 and currency is not null and basis = $2 and day between $3 and $4 order by 1`

export const readCurrencies = async (db: UserDb, basis: Basis, { from, to }: Range): Promise<Currency[]> =>
  (await db.rows<{ currency: Currency }>(currenciesQuery, [db.userId, basis, from, to])).map(({ currency }) => currency)
