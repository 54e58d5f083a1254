import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { formatAmountInput } from '#web/lib/shown-amount.ts'
import { draftTotals } from './draft.ts'
import type { FormDraft } from './form-draft.ts'
import type { FormConfig } from './form-kind.ts'

/** One version of a paper, for telling two apart. */
export type DocumentVersion = { draft: FormDraft; customer: string; whose: 'yours' | 'theirs' }
type Words = readonly (readonly [label: string, text: string])[]

/** Above this many differing lines they are only summed up. */
const mostLines = 6

const lineWords = (line: FormDraft['lineItems'][number] | undefined) =>
  line ? `${line.quantity} x ${line.description} at ${formatAmountInput(line.unitPrice)}` : ''
const dayWords = (text: string) => (text ? formatDay(text) : '')

/** Gives a version in words, field by field, with the lines in which `mine` and `theirs` differ. */
export const describeVersion = ({ labels, statusWords }: FormConfig, mine: FormDraft, theirs: FormDraft) => {
  const places = Array.from({ length: Math.max(mine.lineItems.length, theirs.lineItems.length) }, (_, i) => i)
  const differing = places.filter((i) => lineWords(mine.lineItems[i]) !== lineWords(theirs.lineItems[i]))
  return ({ draft, customer, whose }: DocumentVersion): Words => {
    const totals = draftTotals(draft)
    const count = draft.lineItems.length
    return [
      ['Customer', customer],
      [labels.number, draft.number],
      ['Issue Date', dayWords(draft.issueDate)],
      [labels.endDate, dayWords(draft.endDate)],
      ['Status', statusWords[draft.status] ?? draft.status],
      ...(differing.length <= mostLines
        ? differing.map((i) => [`Line ${i + 1}`, lineWords(draft.lineItems[i])] as const)
        : [
            [
              'Line items',
              `${whose === 'yours' ? 'Yours' : 'Theirs'}: ${count} lines, ${formatMoney(totals.subtotal)}; ${differing.length} differ`,
            ] as const,
          ]),
      ['Tax Rate (%)', draft.taxRate],
      ['Tax Amount ($)', formatMoney(totals.tax)],
      ['Total', formatMoney(totals.total)],
      ['Notes', draft.notes],
      [labels.terms, draft.terms],
    ]
  }
}
