import type { FieldChange } from '#shared/api/invoice-history.ts'
import { showDay } from '#shared/dates.ts'
import type { InvoiceStatus } from '#shared/invoice-rules.ts'
import { showMoney } from '#shared/money.ts'
import { showQuantity, showRate } from '#shared/rates.ts'
import type { Invoice } from './read.ts'

/** The most changes that one event tells; further lines are counted. */
const most = 50
const longest = 500

/** An invoice's status as it is read. */
export const statusWords: Record<InvoiceStatus, string> = { draft: 'Draft', sent: 'Sent', paid: 'Paid', overdue: 'Overdue' }

/** How each field reads, in the order in which changes are told. */
const fields: [string, (invoice: Invoice) => string | null][] = [
  ['Customer', ({ customer }) => customer.name],
  ['Invoice number', ({ invoiceNumber }) => invoiceNumber],
  ['Issue date', ({ issueDate }) => showDay(issueDate)],
  ['Due date', ({ dueDate }) => showDay(dueDate)],
  ['Status', ({ status }) => statusWords[status]],
  ['Subtotal', ({ subtotal }) => showMoney(subtotal)],
  ['Tax rate', ({ taxRate }) => showRate(taxRate)],
  ['Tax amount', ({ taxAmount }) => showMoney(taxAmount)],
  ['Total', ({ total }) => showMoney(total)],
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]

/** What differs between two states of an invoice, field by field, as finished text. */
export const changesOf = (before: Invoice, after: Invoice): FieldChange[] => {
  const told = fields.flatMap(([field, words]): FieldChange[] => {
    const [was, is] = [words(before), words(after)]
    // Two customers may have one name.
    const other = field === 'Customer' && before.customerId !== after.customerId
    return was === is && !other ? [] : [{ field, before: clipped(was), after: clipped(is) }]
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

type Line = Invoice['lineItems'][number]

const lineWords = (line: Line | undefined) =>
  line ? clipped(`${line.description.replace(/\s+/g, ' ')}, ${showQuantity(line.quantity)} × ${showMoney(line.unitPrice)}`) : null

/** Lines that stayed at the beginning and at the end say nothing, so that one taken out of the middle is one change and not a hundred. */
const lineChanges = (before: readonly Line[], after: readonly Line[]): FieldChange[] => {
  const same = (a: Line | undefined, b: Line | undefined) => lineWords(a) === lineWords(b) && a?.description === b?.description
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && same(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && same(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  return Array.from({ length: Math.max(was.length, is.length) }, (_, i) => ({ i, was: was[i], is: is[i] }))
    .filter(({ was, is }) => !same(was, is))
    .map(({ i, was, is }) => ({ field: `Line ${head + i + 1}`, before: lineWords(was), after: lineWords(is) }))
}

/** By characters, so that none is cut in half. */
const clipped = (text: string | null) => {
  if (text === null || text.length <= longest) return text
  return `${[...text].slice(0, longest).join('')}…`
}
