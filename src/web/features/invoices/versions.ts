import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { shownAmount } from '#web/lib/shown-amount.ts'
import { draftTotals } from '#web/paper/draft.ts'
import type { InvoiceDraft } from './invoice-draft.ts'

/** One version of an invoice, for telling two apart. */
export type InvoiceVersion = { draft: InvoiceDraft; customer: string; whose: 'yours' | 'theirs' }
type Words = readonly (readonly [label: string, text: string])[]

/** Above this many differing lines they are only summed up. */
const mostLines = 6

const lineWords = (line: InvoiceDraft['lineItems'][number] | undefined) =>
  line ? `${line.quantity} x ${line.description} at ${shownAmount(line.unitPrice)}` : ''
const dayWords = (text: string) => (text ? showDay(text) : '')

/** Gives a version in words, field by field, with the lines in which `mine` and `theirs` differ. */
export const versionWords = (mine: InvoiceDraft, theirs: InvoiceDraft) => {
  const places = Array.from({ length: Math.max(mine.lineItems.length, theirs.lineItems.length) }, (_, i) => i)
  const differing = places.filter((i) => lineWords(mine.lineItems[i]) !== lineWords(theirs.lineItems[i]))
  return ({ draft, customer, whose }: InvoiceVersion): Words => {
    const totals = draftTotals(draft)
    const count = draft.lineItems.length
    return [
      ['Customer', customer],
      ['Invoice Number', draft.invoiceNumber],
      ['Issue Date', dayWords(draft.issueDate)],
      ['Due Date', dayWords(draft.dueDate)],
      ['Status', draft.status.charAt(0).toUpperCase() + draft.status.slice(1)],
      ...(differing.length <= mostLines
        ? differing.map((i) => [`Line ${i + 1}`, lineWords(draft.lineItems[i])] as const)
        : [
            [
              'Line items',
              `${whose === 'yours' ? 'Yours' : 'Theirs'}: ${count} lines, ${showMoney(totals.subtotal)}; ${differing.length} differ`,
            ] as const,
          ]),
      ['Tax Rate (%)', draft.taxRate],
      ['Tax Amount ($)', showMoney(totals.tax)],
      ['Total', showMoney(totals.total)],
      ['Notes', draft.notes],
      ['Payment Terms', draft.terms],
    ]
  }
}
