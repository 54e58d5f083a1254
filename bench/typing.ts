import { computeDocumentTotals, type TotalsInput } from '#shared/document-totals.ts'
import { type DocumentDraft, draftTotals, findDraftProblem } from '#shared/draft-totals.ts'
import { isSmoke } from './support/args.ts'
import { round } from './support/stats.ts'

// Measures what the form computes after each key that is pressed, for a document of 1,000 lines with three tax rates (one of two components), a discount on every
// other line, a document discount and two charges, one of them taxed like the items: the totals alone, and the totals and problems of the form's texts. Times
// are CPU milliseconds of this thread, which other programs disturb less than the clock; a frame has 16.
//   node bench/typing.ts [--smoke]

const runs = isSmoke ? 5 : 500
const toComponents = (...percents: string[]) => percents.map((percent) => ({ name: 'Tax', percent, isCompound: false }))
const groups = [toComponents('19'), toComponents('7'), toComponents('5', '9.975')]
const rates = new Map(groups.map((components, i) => [i + 1, { id: i + 1, category: null, exemptionReason: null, components }]))

const items = Array.from({ length: 998 }, (_, i) => ({
  kind: 'item' as const,
  quantity: `${1 + (i % 7)}.${String(i % 100).padStart(2, '0')}`,
  unitPrice: `${10 + (i % 90)}.${String((i * 7) % 100).padStart(2, '0')}`,
  group: i % 3,
  discountPercent: i % 2 === 0 ? null : '5.5',
}))
const charges = ['4.90', '9.90'].map((unitPrice) => ({
  kind: 'charge' as const,
  quantity: '1',
  unitPrice,
  group: 0,
  discountPercent: null,
}))
const lines = [...items, ...charges]

const createInput = (pricesIncludeTax: boolean): TotalsInput => ({ decimals: 2, pricesIncludeTax, discountPercent: '10', groups, lines })
const createDraft = (pricesIncludeTax: boolean): DocumentDraft => ({
  ...{ taxRate: '0', taxAmount: '', discount: '10%', pricesIncludeTax },
  lineItems: lines.map(({ group, discountPercent, ...line }, i) => ({
    ...line,
    ...{ itemId: null, description: 'Work', unitCode: 'C62', taxRateId: group + 1 },
    discount: discountPercent === null ? '' : `${discountPercent}%`,
    isTaxedLikeItems: i === lines.length - 1,
  })),
})

const getCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const table: Record<string, object> = {}
const measure = (name: string, compute: () => unknown) => {
  const times = Array.from({ length: runs }, () => {
    const before = getCpuMs()
    compute()
    return getCpuMs() - before
  })
  const [first] = times
  const sorted = times.toSorted((a, b) => a - b)
  const pick = (part: number) => round(sorted[Math.floor((runs - 1) * part)]!, 2)
  table[name] = { first: round(first!, 1), median: pick(0.5), p95: pick(0.95), max: pick(1) }
}
for (const pricesIncludeTax of [false, true]) {
  const prices = pricesIncludeTax ? 'inclusive' : 'exclusive'
  const [input, draft] = [createInput(pricesIncludeTax), createDraft(pricesIncludeTax)]
  measure(`totals, ${prices}`, () => computeDocumentTotals(input))
  measure(`totals of the form, ${prices}`, () => draftTotals(draft, 'EUR', rates))
  measure(`problems of the form, ${prices}`, () => findDraftProblem(draft, 'EUR', rates))
}
console.table(table)
