import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { FieldChange } from '#shared/contract/document-history.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { formatQuantity, formatRate } from '#shared/rates.ts'

/** The most changes that one event tells; further lines are counted. */
const most = 50
const longest = 500

/** What a paper has under names of its own: its number, the day it ends on, and its status in words. */
export type OwnFields = { number: string; endDate: Day; status: string }

/** How each field reads, in the order in which changes are told. */
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

/** What differs between two states of a paper, field by field, as finished text. @param own reads what the kind has under names of its own */
export const listChanges = <PdfDocument extends AnyDocument>(
  of: DocumentType,
  own: (document: PdfDocument) => OwnFields,
  before: PdfDocument,
  after: PdfDocument,
): FieldChange[] => {
  const told = fieldsOf(of).flatMap(([field, words]): FieldChange[] => {
    const [was, is] = [words(before, own(before)), words(after, own(after))]
    // Two customers may have one name.
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

/** Quantity and price stand behind the description, and are told however long that is. */
const lineWords = (line: Line | undefined, description: string | null) =>
  line ? `${description}, ${formatQuantity(line.quantity)} × ${formatMoney(line.unitPrice)}` : null

const lineChange = (was: Line | undefined, is: Line | undefined): Omit<FieldChange, 'field'> => {
  const told = (line: Line | undefined) => line?.description.replace(/\s+/g, ' ') ?? null
  const { before, after } = bothClipped(told(was), told(is))
  return { before: lineWords(was, before), after: lineWords(is, after) }
}

/** Lines that stayed at the beginning and at the end say nothing, so that one taken out of the middle is one change and not a hundred. */
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

/** By characters, so that none is cut in half. @param from the first one that is told */
const clipped = (text: string, from = 0) => {
  const characters = [...text]
  const told = characters.slice(from, from + longest).join('')
  return `${from > 0 ? '…' : ''}${told}${characters.length > from + longest ? '…' : ''}`
}

/** Two long texts that begin alike are told from shortly before where they part: otherwise both would read the same. */
const bothClipped = (was: string | null, is: string | null): Omit<FieldChange, 'field'> => {
  const [a, b] = [[...(was ?? '')], [...(is ?? '')]]
  const parting = a.findIndex((character, i) => character !== b[i])
  const from = Math.max((parting === -1 ? a.length : parting) - 100, 0)
  const begin = Math.max(a.length, b.length) > longest ? from : 0
  return { before: was && clipped(was, begin), after: is && clipped(is, begin) }
}
