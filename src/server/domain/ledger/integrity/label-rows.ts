import { type Entity, type EntityKind, entities } from '#server/domain/entities/entities.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'

/** The kinds of rows that checks can report. */
export type RowKind = keyof typeof labelers | EntityKind | `deleted ${EntityKind}`

/** A row that fails a check, and the sentence that says why. */
export type Discrepancy = { kind: RowKind; id: string; problem: string }

export type RowLabel = { row: string; path: string | null }
/** The columns that a labeler's SELECT may return. */
type Facts = {
  id: string
  /** null when the document does not exist. */
  number: string | null
  /** The id of the invoice or estimate; null when it is deleted and has no page. */
  documentId: number | null
  position: number
  amount: string
  /** null for a kind without a day. */
  day: Day | null
  text: string
}
type Labeler = { sql: string; name: (facts: Facts) => RowLabel }

const getInvoicePath = ({ documentId }: Facts) => (documentId === null ? null : `/invoices/${documentId}`)
const getEstimatePath = ({ documentId }: Facts) => (documentId === null ? null : `/estimates/${documentId}`)
const missing = 'that isn’t there'
/** 'Invoice INV-0007' */
const formatTitle = (title: string, { number }: Facts) => `${title} ${number ?? missing}`
const forNumber = ({ number }: Facts) => `for ${number ?? `an invoice ${missing}`}`

const documentIdSql = (p: string) => `case when ${p}.deleted_at is null then ${p}.id end as "documentId"`
const rowFilter = 'user_id = $1 and r.id::text = any($2)'
const selectOfInvoice = (columns: string, from: string, invoiceId: string) =>
  `select r.id::text, i.invoice_number as number, ${documentIdSql('i')}, ${columns} from ${from} left join invoices i on i.user_id = r.user_id and i.id = ${invoiceId} where r.${rowFilter}`
const selectOfPayment = (columns: string, table: string) =>
  selectOfInvoice(columns, `${table} r left join payments p on p.user_id = r.user_id and p.id = r.payment_id`, 'p.invoice_id')

const labelers = {
  invoice: {
    sql: `select r.id::text, r.invoice_number as number, ${documentIdSql('r')} from invoices r where r.${rowFilter}`,
    name: (f) => ({ row: `Invoice ${f.number}${f.documentId === null ? ' (deleted)' : ''}`, path: getInvoicePath(f) }),
  },
  'invoice line': {
    sql: selectOfInvoice('r.position', 'invoice_line_items r', 'r.invoice_id'),
    name: (f) => ({ row: `${formatTitle('Invoice', f)}, line ${f.position}`, path: getInvoicePath(f) }),
  },
  estimate: {
    sql: `select r.id::text, r.estimate_number as number, ${documentIdSql('r')} from estimates r where r.${rowFilter}`,
    name: (f) => ({ row: `Estimate ${f.number}${f.documentId === null ? ' (deleted)' : ''}`, path: getEstimatePath(f) }),
  },
  'estimate line': {
    sql: `select r.id::text, e.estimate_number as number, ${documentIdSql('e')}, r.position
      from estimate_line_items r left join estimates e on e.user_id = r.user_id and e.id = r.estimate_id where r.${rowFilter}`,
    name: (f) => ({ row: `${formatTitle('Estimate', f)}, line ${f.position}`, path: getEstimatePath(f) }),
  },
  payment: {
    sql: selectOfInvoice('r.amount', 'payments r', 'r.invoice_id'),
    name: (f) => ({ row: `Payment of ${formatMoney(f.amount)} ${forNumber(f)}`, path: getInvoicePath(f) }),
  },
  return: {
    sql: selectOfPayment('r.amount, r.day', 'payment_returns'),
    name: (f) => ({ row: `Refund of ${formatMoney(f.amount)} ${forNumber(f)}, ${formatDay(f.day!)}`, path: getInvoicePath(f) }),
  },
  refund: {
    sql: selectOfPayment('r.amount', 'payment_refunds'),
    name: (f) => ({ row: `Request to refund ${formatMoney(f.amount)} ${forNumber(f)}`, path: getInvoicePath(f) }),
  },
  attempt: {
    sql: selectOfInvoice('r.amount', 'payment_attempts r', 'r.invoice_id'),
    name: (f) => ({ row: `Attempt to pay ${formatMoney(f.amount)} ${forNumber(f)}`, path: getInvoicePath(f) }),
  },
  event: {
    sql: selectOfInvoice('r.at::date as day', 'invoice_events r', 'r.invoice_id'),
    name: (f) => ({ row: `History of ${formatTitle('invoice', f)}, ${formatDay(f.day!)}`, path: getInvoicePath(f) }),
  },
} satisfies Record<string, Labeler>

/** Labels like 'Expense “Train”, Jan 5, 2026', of records and of deleted ones. */
const labelEntities = ({ kind, name, tableName, title, day, getPath }: Entity): [RowKind, Labeler][] => {
  const toLabel = ({ text, day }: Facts) => [`${name} “${text}”`, ...(day === null ? [] : [formatDay(day)])].join(', ')
  const [titleName, dayName] = [getColumnName(title), day && getColumnName(day)]
  return [
    [
      kind,
      {
        sql: `select r.id::text, r.${titleName} as text, ${dayName ? `r.${dayName}` : 'null'} as day from ${tableName} r where r.${rowFilter}`,
        name: (f) => ({ row: toLabel(f), path: getPath(f.id) }),
      },
    ],
    [
      `deleted ${kind}`,
      {
        sql: `select r.id::text, record ->> '${titleName}' as text, ${dayName ? `record ->> '${dayName}'` : 'null'} as day from deleted_records r
          where r.${rowFilter} and r.kind = '${tableName}'`,
        name: (f) => ({ row: `${toLabel(f)} (deleted)`, path: null }),
      },
    ],
  ]
}
const labelersByKind = new Map<RowKind, Labeler>([
  ...(Object.entries(labelers) as [keyof typeof labelers, Labeler][]),
  ...entities.flatMap(labelEntities),
])

/** Returns a label and a path for each row, in the order of the rows. */
export const labelRows = async (db: UserDb, rows: readonly Discrepancy[]): Promise<RowLabel[]> => {
  const labels = new Map<string, RowLabel>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const labeler = labelersByKind.get(kind)!
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
    for (const facts of await db.rows<Facts>(labeler.sql, [db.userId, ids])) labels.set(`${kind} ${facts.id}`, labeler.name(facts))
  }
  return rows.map(({ kind, id }) => labels.get(`${kind} ${id}`) ?? labelMissing(kind, id))
}

/** The label of a row that does not exist. */
const labelMissing = (kind: RowKind, id: string): RowLabel => ({
  row: `${kind[0]!.toUpperCase()}${kind.slice(1)} ${id}, which isn’t there`,
  path: null,
})
