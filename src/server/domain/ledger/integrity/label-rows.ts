import type { RecordModel } from '#model/record.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatAmount } from '#shared/money.ts'
import { type DocumentKind, documentInfo, documentKinds, type RecordKind } from '#shared/record-types.ts'

export type RowKind = keyof typeof labelers | RecordKind | `${DocumentKind} line`

export type Discrepancy = { kind: RowKind; id: string; problem: string }

export type RowLabel = { row: string; path: string | null }
type Facts = {
  id: string
  number: string | null
  /** Null when it is deleted and has no page. */
  documentId: number | null
  position: number
  amount: string
  day: Day | null
  text: string
}
type Labeler = { sql: string; name: (facts: Facts) => RowLabel }

const missing = 'that isn’t there'

const getPath = (name: DocumentKind, { documentId }: Facts) => (documentId === null ? null : `/${name}s/${documentId}`)
const formatTitle = (name: DocumentKind, { number }: Facts) => `${documentInfo[name].title} ${number ?? missing}`
const forNumber = ({ number }: Facts) => `for ${number ?? `an invoice ${missing}`}`

const ids = 'any($2::bigint[])'
const documentColumns = 'd.number, case when d.deleted_at is null then d.id end as "documentId"'
const joinDocument = (id: string) => `left join documents d on d.user_id = $1 and d.id = ${id}`

const labelDocument = (name: DocumentKind): Labeler => ({
  sql: `select d.id::text, ${documentColumns} from documents d where d.user_id = $1 and d.id = ${ids}`,
  name: (f) => ({ row: `${formatTitle(name, f)}${f.documentId === null ? ' (deleted)' : ''}`, path: getPath(name, f) }),
})
const labelLine = (name: DocumentKind): Labeler => ({
  sql: `select r.id::text, ${documentColumns}, r.position from document_lines r ${joinDocument('r.document_id')} where r.user_id = $1 and r.id = ${ids}`,
  name: (f) => ({ row: `${formatTitle(name, f)}, line ${f.position}`, path: getPath(name, f) }),
})

const selectMovements = `select r.id::text, ${documentColumns}, r.amount, r.day from movements r ${joinDocument('r.document_id')} where r.user_id = $1 and r.id = ${ids}`

const labelers = {
  payment: {
    sql: `select r.id::text, ${documentColumns}, r.amount from payments r ${joinDocument('r.document_id')} where r.user_id = $1 and r.id = ${ids}`,
    name: (f) => ({ row: `Payment of ${formatAmount(f.amount)} ${forNumber(f)}`, path: getPath('invoice', f) }),
  },
  return: {
    sql: selectMovements,
    name: (f) => ({ row: `Refund of ${formatAmount(f.amount)} ${forNumber(f)}, ${formatDay(f.day!)}`, path: getPath('invoice', f) }),
  },
  'write-off': {
    sql: selectMovements,
    name: (f) => ({ row: `Write-off of ${formatAmount(f.amount)} ${forNumber(f)}, ${formatDay(f.day!)}`, path: getPath('invoice', f) }),
  },
  'credit application': {
    sql: selectMovements,
    name: (f) => ({
      row: `Credit of ${formatAmount(f.amount)} applied ${forNumber(f)}, ${formatDay(f.day!)}`,
      path: getPath('invoice', f),
    }),
  },
  'credit refund': {
    sql: selectMovements,
    name: (f) => ({
      row: `Refund of ${formatAmount(f.amount)} of credit note ${f.number ?? missing}, ${formatDay(f.day!)}`,
      path: getPath('credit-note', f),
    }),
  },
  'manual entry': {
    sql: `select m.id::text, m.description as text, m.day from manual_entries m where m.user_id = $1 and m.id = ${ids}`,
    name: ({ text, day }) => ({ row: `Manual entry “${text}”, ${formatDay(day!)}`, path: '/books?kind=manual' }),
  },
  'journal entry': {
    sql: `select e.id::text, e.description as text, e.day from journal_entries e where e.user_id = $1 and e.id = ${ids}`,
    name: ({ id, text, day }) => ({ row: `Entry ${id}, ${text}, ${formatDay(day!)}`, path: `/books?entry=${id}` }),
  },
  closing: {
    sql: `select c.id::text, c.through_day as day from book_closings c where c.user_id = $1 and c.id = ${ids}`,
    name: ({ day }) => ({ row: `Closing through ${formatDay(day!)}`, path: '/books/close' }),
  },
  event: {
    sql: `select r.id::text, ${documentColumns}, r.at::date as day from events r ${joinDocument('r.subject_id')} where r.user_id = $1 and r.id = ${ids}`,
    name: (f) => ({ row: `History of invoice ${f.number ?? missing}, ${formatDay(f.day!)}`, path: getPath('invoice', f) }),
  },
} satisfies Record<string, Labeler>

const labelRecord = ({ kind, name, tableName, title, day, getPath }: RecordModel): [RowKind, Labeler] => [
  kind,
  {
    sql: `select r.id::text, r.${getColumnName(title)} as text, ${day ? `r.${getColumnName(day)}` : 'null'} as day
      from ${tableName} r where r.user_id = $1 and r.id = ${ids}`,
    name: ({ id, text, day }) => ({
      row: [`${name} “${text}”`, ...(day === null ? [] : [formatDay(day)])].join(', '),
      path: getPath(id),
    }),
  },
]

/** @param records those besides documents */
export const labelRows = async (db: UserDb, rows: readonly Discrepancy[], records: readonly RecordModel[]): Promise<RowLabel[]> => {
  const labelersByKind = new Map<RowKind, Labeler>([
    ...(Object.entries(labelers) as [keyof typeof labelers, Labeler][]),
    ...documentKinds.flatMap((kind): [RowKind, Labeler][] => [
      [kind, labelDocument(kind)],
      [`${kind} line`, labelLine(kind)],
    ]),
    ...records.map(labelRecord),
  ])
  const labels = new Map<string, RowLabel>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const labeler = labelersByKind.get(kind)!
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
    for (const facts of await db.rows<Facts>(labeler.sql, [db.userId, ids])) labels.set(`${kind} ${facts.id}`, labeler.name(facts))
  }
  return rows.map(({ kind, id }) => labels.get(`${kind} ${id}`) ?? labelMissing(kind, id))
}

const labelMissing = (kind: RowKind, id: string): RowLabel => ({
  row: `${kind[0]!.toUpperCase()}${kind.slice(1)} ${id}, which isn’t there`,
  path: null,
})
