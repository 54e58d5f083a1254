import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { formatQuantity, formatRate } from '#shared/rates.ts'

/** Maximum number of changes in one event; further changed lines are only counted. */
const most = 50
const longest = 500

/** The fields with different names in invoices and estimates: number, due or expiry date, and status as text. */
export type OwnFields = { number: string; endDate: Day; status: string }

/** The fields in the order of their changes in the history, each with its display text. */
const fieldsOf = (of: DocumentType): [string, (document: AnyDocument, own: OwnFields) => string | null][] => [
  ['Customer', ({ customer }) => customer.name],
  [`${of.title} number`, (_, { number }) => number],
  ['Issue date', ({ issueDate }) => formatDay(issueDate)],
  [of.endColumn === 'due_date' ? 'Due date' : 'Expiry date', (_, { endDate }) => formatDay(endDate)],
  ['Status', (_, { status }) => status],
  ['Subtotal', ({ subtotal }) => formatMoney(subtotal)],
  ['Tax rate', ({ taxRate }) => formatRate(taxRate)],
  ['Tax amount', ({ taxAmount }) => formatMoney(taxAmount)],
  ['Total', ({ total }) => formatMoney(total)],
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]

/** Lists the differences between two versions of a document, field by field, as display text. @param own gets the fields with type-specific names */
export const listChanges = <PdfDocument extends AnyDocument>(
  of: DocumentType,
  own: (document: PdfDocument) => OwnFields,
  before: PdfDocument,
  after: PdfDocument,
): FieldChange[] => {
  const told = fieldsOf(of).flatMap(([field, words]): FieldChange[] => {
    const [was, is] = [words(before, own(before)), words(after, own(after))]
    // Two customers may have the same name.
    const other = field === 'Customer' && before.customerId !== after.customerId
    return was === is && !other ? [] : [{ field, ...bothClipped(was, is) }]
  })
  const lines = lineChanges(before.lineItems, after.lineItems)
  const kept = lines.slice(0, most - told.length)
  const left = lines.length - kept.length
  return [
    ...told,
    ...kept,
    ...(left === 0 ? [] : [{ field: `and ${left.toLocaleString('en-US')} more line${left === 1 ? '' : 's'}`, before: null, after: null }]),
  ]
}

type Line = AnyDocument['lineItems'][number]

/** Quantity and price follow the description, and are never clipped. */
const lineWords = (line: Line | undefined, description: string | null) =>
  line ? `${description}, ${formatQuantity(line.quantity)} × ${formatMoney(line.unitPrice)}` : null

const lineChange = (was: Line | undefined, is: Line | undefined): Omit<FieldChange, 'field'> => {
  const told = (line: Line | undefined) => line?.description.replace(/\s+/g, ' ') ?? null
  const { before, after } = bothClipped(told(was), told(is))
  return { before: lineWords(was, before), after: lineWords(is, after) }
}

/** Unchanged lines at the start and the end are skipped, so that removing one line from the middle is one change. */
const lineChanges = (before: readonly Line[], after: readonly Line[]): FieldChange[] => {
  const same = (a: Line | undefined, b: Line | undefined) =>
    a?.description === b?.description && a?.quantity === b?.quantity && a?.unitPrice === b?.unitPrice
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && same(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && same(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  return Array.from({ length: Math.max(was.length, is.length) }, (_, i) => ({ i, was: was[i], is: is[i] }))
    .filter(({ was, is }) => !same(was, is))
    .map(({ i, was, is }) => ({ field: `Line ${head + i + 1}`, ...lineChange(was, is) }))
}

/** Clips by characters, so that none is split. @param from index of the first character to include */
const clipped = (text: string, from = 0) => {
  const characters = [...text]
  const told = characters.slice(from, from + longest).join('')
  return `${from > 0 ? '…' : ''}${told}${characters.length > from + longest ? '…' : ''}`
}

/** Long texts with a common beginning are shown from shortly before their first difference; otherwise both would look the same. */
const bothClipped = (was: string | null, is: string | null): Omit<FieldChange, 'field'> => {
  const [a, b] = [[...(was ?? '')], [...(is ?? '')]]
  const parting = a.findIndex((character, i) => character !== b[i])
  const from = Math.max((parting === -1 ? a.length : parting) - 100, 0)
  const begin = Math.max(a.length, b.length) > longest ? from : 0
  return { before: was && clipped(was, begin), after: is && clipped(is, begin) }
}
