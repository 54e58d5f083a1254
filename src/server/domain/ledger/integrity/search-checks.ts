import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { defineRowCheck, type RowCheck } from './row-check.ts'

type Entry = { title: string; amount: string; day: string }
type Told = { state: 'missing' | 'stale' | 'other' } & { [K in keyof Entry as `said_${K}` | `is_${K}`]: string }

const words = ({ title, amount, day }: Entry) =>
  [`“${title}”`, ...(amount === '' ? [] : [formatMoney(amount)]), ...(day === '' ? [] : [formatDay(day)])].join(', ')

const problem = (told: Told): string => {
  if (told.state === 'missing') return 'The search doesn’t know it.'
  const said = words({ title: told.said_title, amount: told.said_amount, day: told.said_day })
  if (told.state === 'stale') return `The search still finds it, as ${said}.`
  return `The search shows ${said}, but it is ${words({ title: told.is_title, amount: told.is_amount, day: told.is_day })}.`
}

type Of = { kind: 'invoice' | 'estimate' | 'customer' | 'item' | 'expense'; name: string; records: string }

const text = (of: string) => `coalesce(${of}::text, '')`

const entriesOf = ({ kind, name, records }: Of): RowCheck =>
  defineRowCheck<Told>({
    name,
    kind,
    looked: `from search_entries where user_id = $1 and kind = '${kind}'`,
    found: `select coalesce(r.id, e.record_id) as id, case when e.record_id is null then 'missing' when r.id is null then 'stale' else 'other' end as state,
        ${text('e.title')} as said_title, ${text('e.amount')} as said_amount, ${text('e.day')} as said_day,
        ${text('r.title')} as is_title, ${text('r.amount')} as is_amount, ${text('r.day')} as is_day
      from (${records}) r
      full join (select * from search_entries where user_id = $1 and kind = '${kind}') e on e.record_id = r.id
      where r.id is null or e.record_id is null or (e.title, e.amount, e.day) is distinct from (r.title, r.amount, r.day)`,
    problem,
  })

const documents = (table: string, number: string) =>
  `select id, ${number} as title, total as amount, issue_date as day from ${table} where user_id = $1 and deleted_at is null`

/** What the search shows of records is what they say. */
export const searchChecks: readonly RowCheck[] = [
  entriesOf({ kind: 'invoice', name: 'Invoices', records: documents('invoices', 'invoice_number') }),
  entriesOf({ kind: 'estimate', name: 'Estimates', records: documents('estimates', 'estimate_number') }),
  entriesOf({
    kind: 'customer',
    name: 'Customers',
    records: 'select id, name as title, null::numeric as amount, null::date as day from customers where user_id = $1',
  }),
  entriesOf({
    kind: 'item',
    name: 'Items',
    records: 'select id, name as title, unit_price as amount, null::date as day from items where user_id = $1',
  }),
  entriesOf({
    kind: 'expense',
    name: 'Expenses',
    records: 'select id, description as title, amount, expense_date as day from expenses where user_id = $1',
  }),
]
