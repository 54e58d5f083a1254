import { type Entity, entities } from '#server/domain/entities/entities.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { defineRowCheck, type RowCheck } from './row-check.ts'

type Entry = { title: string; amount: string; day: string }
type Values = { state: 'missing' | 'stale' | 'other' } & { [K in keyof Entry as `said_${K}` | `is_${K}`]: string }

const formatEntry = ({ title, amount, day }: Entry) =>
  [`“${title}”`, ...(amount === '' ? [] : [formatMoney(amount)]), ...(day === '' ? [] : [formatDay(day)])].join(', ')

const describeProblem = (values: Values): string => {
  if (values.state === 'missing') return 'The search doesn’t know it.'
  const said = formatEntry({ title: values.said_title, amount: values.said_amount, day: values.said_day })
  if (values.state === 'stale') return `The search still finds it, as ${said}.`
  return `The search shows ${said}, but it is ${formatEntry({ title: values.is_title, amount: values.is_amount, day: values.is_day })}.`
}

type SearchedRecords = { kind: SearchKind; name: string; records: string }

const toText = (of: string) => `coalesce(${of}::text, '')`

const checkEntries = ({ kind, name, records }: SearchedRecords): RowCheck =>
  defineRowCheck<Values>({
    name,
    kind,
    looked: `from search_entries where user_id = $1 and kind = '${kind}'`,
    found: `select coalesce(r.id, e.record_id) as id, case when e.record_id is null then 'missing' when r.id is null then 'stale' else 'other' end as state,
        ${toText('e.title')} as said_title, ${toText('e.amount')} as said_amount, ${toText('e.day')} as said_day,
        ${toText('r.title')} as is_title, ${toText('r.amount')} as is_amount, ${toText('r.day')} as is_day
      from (${records}) r
      full join (select * from search_entries where user_id = $1 and kind = '${kind}') e on e.record_id = r.id
      where r.id is null or e.record_id is null or (e.title, e.amount, e.day) is distinct from (r.title, r.amount, r.day)`,
    problem: describeProblem,
  })

const selectDocuments = (table: string, number: string) =>
  `select id, ${number} as title, total as amount, issue_date as day from ${table} where user_id = $1 and deleted_at is null`

const selectEntities = ({ tableName, title, amount, day }: Entity) =>
  `select id, ${getColumnName(title)} as title, ${amount ? getColumnName(amount) : 'null::numeric'} as amount,
     ${day ? getColumnName(day) : 'null::date'} as day from ${tableName} where user_id = $1`

/** The entries of the search index agree with the records. */
export const searchChecks: readonly RowCheck[] = [
  checkEntries({ kind: 'invoice', name: 'Invoices', records: selectDocuments('invoices', 'invoice_number') }),
  checkEntries({ kind: 'estimate', name: 'Estimates', records: selectDocuments('estimates', 'estimate_number') }),
  ...entities.map((entity) => checkEntries({ kind: entity.kind, name: entity.plural, records: selectEntities(entity) })),
]
