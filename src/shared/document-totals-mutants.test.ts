import { describe, expect, test } from 'vitest'
import { allocate, computeDocumentTotals, type DocumentTotals, type GroupTotals, type TotalsInput } from './document-totals.ts'
import type { Minor } from './minor-units.ts'
import { createRandom } from './testing/random.ts'
import { createRandomDocument } from './testing/random-document.ts'
import { divideRounded, minor, takePercent } from './testing/rounding.ts'
import { soakCount, soakSeed } from './testing/soak.ts'

// Tests of the random documents: they must tell the rules from the mistakes that other programs make. Each mistake here is a wrong variant of the totals.

const sum = (amounts: readonly number[]): Minor => minor(amounts.reduce((a, b) => a + b, 0))

const findTyped = ({ typedTaxes = [] }: TotalsInput, group: number, component: number) =>
  typedTaxes.find((tax) => tax.group === group && tax.component === component)?.amount

const computeTaxes = (document: TotalsInput, group: number, net: number): GroupTotals['taxes'] => {
  const taxes: GroupTotals['taxes'] = []
  for (const [component, { percent, isCompound }] of document.groups[group]!.entries()) {
    const base = isCompound ? sum([net, ...taxes.map(({ amount }) => amount)]) : minor(net)
    taxes.push({ base, amount: findTyped(document, group, component) ?? minor(takePercent(percent, base)) })
  }
  return taxes
}

/** Totals with other groups: their sums follow, and in an inclusive document the rounding makes up what the prices promise. */
const withGroups = (
  { pricesIncludeTax }: TotalsInput,
  totals: DocumentTotals,
  change: (group: GroupTotals, at: number, gross: number) => Pick<GroupTotals, 'net' | 'taxes'>,
): DocumentTotals => {
  const groups = totals.groups.map((group, at) => {
    const gross = sum([group.net, group.rounding, ...group.taxes.map(({ amount }) => amount)])
    const { net, taxes } = change(group, at, gross)
    return { net, taxes, rounding: pricesIncludeTax ? sum([gross, -net, ...taxes.map(({ amount }) => -amount)]) : minor(0) }
  })
  const netAmount = sum(groups.map(({ net }) => net))
  const taxAmount = sum(groups.flatMap(({ taxes }) => taxes.map(({ amount }) => amount)))
  const rounding = sum(groups.map((group) => group.rounding))
  return { ...totals, groups, netAmount, taxAmount, rounding, total: sum([netAmount, taxAmount, rounding]) }
}

/** A decimal text as a whole number of units of 10^-6. */
const toMillionths = (text: string) => BigInt(Math.round(Number(text) * 1_000_000))

/** A document in which each line's amount is what another rounding makes of it. */
const withAmounts = (document: TotalsInput, round: (quantity: string, unitPrice: string) => number): DocumentTotals =>
  computeDocumentTotals({
    ...document,
    lines: document.lines.map((line) => {
      const amount = round(line.quantity, line.unitPrice)
      return {
        ...line,
        quantity: amount < 0 ? '-1' : '1',
        unitPrice: (Math.abs(amount) / 10 ** document.decimals).toFixed(document.decimals),
      }
    }),
  })

type Variant = (document: TotalsInput, right: DocumentTotals) => DocumentTotals

const correct: Record<string, Variant> = {
  'taxes of the net amount': (document, right) =>
    withGroups(document, right, ({ net }, at) => ({ net, taxes: computeTaxes(document, at, net) })),
  'amounts half away from zero': (document) =>
    withAmounts(document, (quantity, unitPrice) =>
      divideRounded(toMillionths(quantity) * toMillionths(unitPrice), 10n ** BigInt(12 - document.decimals)),
    ),
}

const mutants: Record<string, Variant> = {
  'tax rounded for each line': (document, right) =>
    withGroups(document, right, ({ net, taxes }, group) => ({
      net,
      taxes: taxes.map(({ base, amount }, component) => {
        const { percent, isCompound } = document.groups[group]![component]!
        if (isCompound || findTyped(document, group, component) !== undefined) return { base, amount }
        const ofLine = ({ net, documentDiscountNet }: (typeof right.lines)[number]) => takePercent(percent, net - documentDiscountNet)
        return { base, amount: sum(right.lines.map((line, at) => (document.lines[at]!.group === group ? ofLine(line) : 0))) }
      }),
    })),

  'document discount allocated to the lines at once, not to the groups first': (document, right) => {
    if (document.pricesIncludeTax) return right
    const weights = right.lines.map(({ total }, at) => (document.lines[at]!.kind === 'item' ? BigInt(total) : 0n))
    const shares = allocate(BigInt(right.discount), weights).map(Number)
    const lines = right.lines.map((line, at) => ({
      ...line,
      documentDiscount: minor(shares[at]!),
      documentDiscountNet: minor(shares[at]!),
    }))
    return withGroups(document, { ...right, lines }, (_, group) => {
      const net = sum(lines.map((line, at) => (document.lines[at]!.group === group ? line.net - line.documentDiscountNet : 0)))
      return { net, taxes: computeTaxes(document, group, net) }
    })
  },

  'amounts rounded half to even': (document) =>
    withAmounts(document, (quantity, unitPrice) => {
      const product = toMillionths(quantity) * toMillionths(unitPrice)
      const unit = 10n ** BigInt(12 - document.decimals)
      const isHalf = (product % unit) * 2n === (product < 0n ? -unit : unit)
      const rounded = divideRounded(product, unit)
      return isHalf && rounded % 2 !== 0 ? rounded - Math.sign(rounded) : rounded
    }),

  'taxes rounded half to even': (document, right) =>
    withGroups(document, right, ({ net, taxes }, group) => ({
      net,
      taxes: taxes.map(({ base, amount }, component) => {
        const product = BigInt(base) * toMillionths(document.groups[group]![component]!.percent)
        const isHalf = ((product < 0n ? -product : product) % 100_000_000n) * 2n === 100_000_000n
        const isTyped = findTyped(document, group, component) !== undefined
        return { base, amount: isHalf && !isTyped && amount % 2 !== 0 ? minor(amount - Math.sign(amount)) : amount }
      }),
    })),

  'amounts in floating point': (document) =>
    withAmounts(document, (quantity, unitPrice) => Math.round(Number(quantity) * Number(unitPrice) * 10 ** document.decimals)),

  'compound taxes on the net amount alone': (document) =>
    computeDocumentTotals({
      ...document,
      groups: document.groups.map((components) => components.map(({ percent }) => ({ percent, isCompound: false }))),
    }),

  'tax before the document discount': (document, right) => {
    const { discountPercent: _, discountAmount: __, ...undiscounted } = document
    const before = computeDocumentTotals(undiscounted)
    return withGroups(document, right, ({ net }, at) => ({ net, taxes: before.groups[at]!.taxes }))
  },

  'each tax taken out of the inclusive price by itself': (document, right) => {
    if (!document.pricesIncludeTax) return right
    return withGroups(document, right, (group, at, gross) => {
      const amounts = document.groups[at]!.map(({ percent }, component) => {
        const units = BigInt(Math.round(Number(percent) * 10_000))
        return findTyped(document, at, component) ?? minor(divideRounded(BigInt(gross) * units, 1_000_000n + units))
      })
      const net = sum([gross, ...amounts.map((amount) => -amount)])
      return { net, taxes: group.taxes.map((_, component) => ({ base: net, amount: amounts[component]! })) }
    })
  },

  'document discount taken from charges too': (document) =>
    computeDocumentTotals({
      ...document,
      lines: document.lines.map((line) => (line.kind === 'charge' ? { ...line, kind: 'item' } : line)),
    }),

  'document discount taken from the deducted deposits too': (document) =>
    computeDocumentTotals({
      ...document,
      lines: document.lines.map((line) => (line.kind === 'deposit' ? { ...line, kind: 'item' } : line)),
    }),

  'the rounding left out of the total': (_, right) => ({ ...right, rounding: minor(0), total: sum([right.netAmount, right.taxAmount]) }),
}

const count = soakCount(1500, 20_000)
const documents = Array.from({ length: count }, (_, at) => createRandomDocument(createRandom((soakSeed - 1) * 100_000 + at + 1)))
/** What is taxed and paid: a variant that only names an amount differently isn't detected. */
const toComparable = ({ groups, total }: DocumentTotals) => JSON.stringify([groups, total])
const countDifferences = (variant: Variant): number =>
  documents.filter((document) => {
    const right = computeDocumentTotals(document)
    return toComparable(variant(document, right)) !== toComparable(right)
  }).length

describe(`${count} random documents`, () => {
  test.each(Object.entries(correct))('have the right totals with: %s', (_, variant) => expect(countDifferences(variant)).toBe(0))

  test.each(Object.entries(mutants))('detect: %s', (_, variant) => expect(countDifferences(variant)).toBeGreaterThan(10))
})
