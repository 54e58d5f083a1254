import type { UserDb } from '#server/platform/db/client.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'

/** Whose figures are looked at. */
export type RowKind = keyof typeof namings

/** Something that doesn't add up: which row, and what is wrong with it. */
export type Discrepancy = { kind: RowKind; id: string; problem: string }

export type RowLabel = { row: string; path: string | null }
/** What a naming's SELECT may answer. */
type Facts = {
  id: string
  /** null when the paper isn't there. */
  number: string | null
  /** Of the invoice or the estimate; null when it is deleted: then it has no page. */
  documentId: number | null
  position: number
  amount: string
  day: Day
  text: string
}
type Naming = { sql: string; name: (facts: Facts) => RowLabel }

const invoicePath = ({ documentId }: Facts) => (documentId === null ? null : `/invoices/${documentId}`)
const estimatePath = ({ documentId }: Facts) => (documentId === null ? null : `/estimates/${documentId}`)
const missing = 'that isn’t there'
/** 'Invoice INV-0007' */
const titled = (title: string, { number }: Facts) => `${title} ${number ?? missing}`
const forNumber = ({ number }: Facts) => `for ${number ?? `an invoice ${missing}`}`
/** These have no pages of their own: their lists open them. */
const openedIn = (list: string, id: string) => `${list}?open=${id}`

const alive = (p: string) => `case when ${p}.deleted_at is null then ${p}.id end as "documentId"`
const wanted = 'user_id = $1 and r.id::text = any($2)'
const ofInvoice = (columns: string, from: string, invoiceId: string) =>
  `select r.id::text, i.invoice_number as number, ${alive('i')}, ${columns} from ${from} left join invoices i on i.user_id = r.user_id and i.id = ${invoiceId} where r.${wanted}`
const ofPayment = (columns: string, table: string) =>
  ofInvoice(columns, `${table} r left join payments p on p.user_id = r.user_id and p.id = r.payment_id`, 'p.invoice_id')
const kept = (text: string, columns: string, kind: string) =>
  `select r.id::text, ${text} as text, ${columns} from deleted_records r where r.${wanted} and r.kind = '${kind}'`

const namings = {
  invoice: {
    sql: `select r.id::text, r.invoice_number as number, ${alive('r')} from invoices r where r.${wanted}`,
    name: (f) => ({ row: `Invoice ${f.number}${f.documentId === null ? ' (deleted)' : ''}`, path: invoicePath(f) }),
  },
  'invoice line': {
    sql: ofInvoice('r.position', 'invoice_line_items r', 'r.invoice_id'),
    name: (f) => ({ row: `${titled('Invoice', f)}, line ${f.position}`, path: invoicePath(f) }),
  },
  estimate: {
    sql: `select r.id::text, r.estimate_number as number, ${alive('r')} from estimates r where r.${wanted}`,
    name: (f) => ({ row: `Estimate ${f.number}${f.documentId === null ? ' (deleted)' : ''}`, path: estimatePath(f) }),
  },
  'estimate line': {
    sql: `select r.id::text, e.estimate_number as number, ${alive('e')}, r.position
      from estimate_line_items r left join estimates e on e.user_id = r.user_id and e.id = r.estimate_id where r.${wanted}`,
    name: (f) => ({ row: `${titled('Estimate', f)}, line ${f.position}`, path: estimatePath(f) }),
  },
  payment: {
    sql: ofInvoice('r.amount', 'payments r', 'r.invoice_id'),
    name: (f) => ({ row: `Payment of ${formatMoney(f.amount)} ${forNumber(f)}`, path: invoicePath(f) }),
  },
  return: {
    sql: ofPayment('r.amount, r.day', 'payment_returns'),
    name: (f) => ({ row: `Refund of ${formatMoney(f.amount)} ${forNumber(f)}, ${formatDay(f.day)}`, path: invoicePath(f) }),
  },
  refund: {
    sql: ofPayment('r.amount', 'payment_refunds'),
    name: (f) => ({ row: `Request to refund ${formatMoney(f.amount)} ${forNumber(f)}`, path: invoicePath(f) }),
  },
  attempt: {
    sql: ofInvoice('r.amount', 'payment_attempts r', 'r.invoice_id'),
    name: (f) => ({ row: `Attempt to pay ${formatMoney(f.amount)} ${forNumber(f)}`, path: invoicePath(f) }),
  },
  event: {
    sql: ofInvoice('r.at::date as day', 'invoice_events r', 'r.invoice_id'),
    name: (f) => ({ row: `History of ${titled('invoice', f)}, ${formatDay(f.day)}`, path: invoicePath(f) }),
  },
  customer: {
    sql: `select r.id::text, r.name as text, r.id as "documentId" from customers r where r.${wanted}`,
    name: (f) => ({ row: `Customer “${f.text}”`, path: `/customers/${f.documentId}` }),
  },
  expense: {
    sql: `select r.id::text, r.description as text, r.expense_date as day from expenses r where r.${wanted}`,
    name: (f) => ({ row: `Expense “${f.text}”, ${formatDay(f.day)}`, path: openedIn('/expenses', f.id) }),
  },
  'deleted expense': {
    sql: kept("record ->> 'description'", "record ->> 'expense_date' as day", 'expenses'),
    name: (f) => ({ row: `Expense “${f.text}”, ${formatDay(f.day)} (deleted)`, path: null }),
  },
  item: {
    sql: `select r.id::text, r.name as text from items r where r.${wanted}`,
    name: (f) => ({ row: `Item “${f.text}”`, path: openedIn('/items', f.id) }),
  },
  'deleted item': {
    sql: kept("record ->> 'name'", 'null as day', 'items'),
    name: (f) => ({ row: `Item “${f.text}” (deleted)`, path: null }),
  },
} satisfies Record<string, Naming>

/** Says in words which rows these are, and where they can be looked at; in the order in which they came. */
export const labelRows = async (db: UserDb, rows: readonly Discrepancy[]): Promise<RowLabel[]> => {
  const names = new Map<string, RowLabel>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const naming: Naming = namings[kind]
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
    for (const facts of await db.rows<Facts>(naming.sql, [db.userId, ids])) names.set(`${kind} ${facts.id}`, naming.name(facts))
  }
  return rows.map(({ kind, id }) => names.get(`${kind} ${id}`) ?? nameless(kind, id))
}

/** What is spoken of although it isn't there any more. */
const nameless = (kind: RowKind, id: string): RowLabel => ({
  row: `${kind[0]!.toUpperCase()}${kind.slice(1)} ${id}, which isn’t there`,
  path: null,
})
