import type { DocumentTotals, TaxComponent, TotalsInput, TotalsLine } from '#shared/document-totals.ts'
import type { Random } from './random.ts'
import { divideRounded, minor, takePercent } from './rounding.ts'

// Random documents for the totals: every mode and rule, with the amounts at which rules differ more often than a business would meet them: halves of a minor
// unit, gross prices that no net reaches, discounts smaller than the number of lines.

/** How a document's prices and quantities look. */
type Style = 'everyday' | 'long decimals' | 'halves' | 'tiny equal lines' | 'large'

/** Percents that are in use, and some that were. */
const realPercents = [
  '19',
  '7',
  '20',
  '5.5',
  '21',
  '23',
  '25',
  '10',
  '8',
  '5',
  '9.975',
  '7.5',
  '9.5',
  '8.875',
  '8.25',
  '6.625',
  '2.9',
  '15',
  '18',
  '0',
]
const discountPercents = ['10', '5', '2', '12.5', '33.3333', '50', '0', '0.5', '66.67', '99.9999', '100']

/** Writes a whole number of units of 10^-decimals as decimal text, with all its zeros or without those at the end. */
const toText = (random: Random, units: number, decimals: number): string => {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`
  return (units < 0 ? '-' : '') + (random.percent(20) && decimals > 0 ? text : text.replace(/\.?0*$/, ''))
}

const createPercent = (random: Random): string =>
  random.percent(70) ? random.one(realPercents) : toText(random, random.between(0, random.percent(90) ? 300_000 : 1_000_000), 4)

const createComponents = (random: Random): TaxComponent[] => {
  if (random.percent(25)) return [{ percent: '19', isCompound: false }]
  return Array.from({ length: random.one([0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4]) }, () => ({
    percent: createPercent(random),
    isCompound: random.percent(25),
  }))
}

/** A factor of a line as a whole number of units of 10^-decimals. */
type Factor = { units: number; decimals: number }

const createQuantity = (random: Random, style: Style): Factor => {
  if (style === 'tiny equal lines') return { units: 1, decimals: 0 }
  if (style === 'halves') return { units: random.one([5, 15, 25, 35, 125]), decimals: 1 }
  if (style === 'long decimals') return { units: random.between(1, 20_000_000), decimals: 6 }
  if (style === 'large') return { units: random.between(1, 300), decimals: 0 }
  return random.percent(70) ? { units: random.between(1, 12), decimals: 0 } : { units: random.between(1, 4000), decimals: 2 }
}

const createPrice = (random: Random, style: Style, decimals: number): Factor => {
  if (style === 'tiny equal lines') return { units: random.between(1, 60), decimals }
  if (style === 'halves') return { units: 2 * random.between(0, 20_000) + 1, decimals }
  if (style === 'long decimals') return { units: random.between(0, 500_000_000), decimals: 6 }
  if (style === 'large') return { units: random.between(0, 200_000_000), decimals }
  return { units: random.percent(3) ? 0 : random.between(1, 50_000), decimals }
}

/** A line and its amounts: the generator needs these to keep discounts within what they are taken from. */
type Drawn = { line: TotalsLine; total: number }

const draw = (random: Random, kind: TotalsLine['kind'], group: number, quantity: Factor, price: Factor, decimals: number): Drawn => {
  const line: TotalsLine = {
    kind,
    quantity: toText(random, quantity.units, quantity.decimals),
    unitPrice: toText(random, price.units, price.decimals),
    group,
  }
  const amount = divideRounded(
    BigInt(quantity.units) * BigInt(price.units) * 10n ** BigInt(decimals),
    10n ** BigInt(quantity.decimals + price.decimals),
  )
  if (kind === 'deposit') return { line, total: amount }
  if (random.percent(12)) {
    const percent = random.percent(60) ? random.one(discountPercents) : toText(random, random.between(0, 1_000_000), 4)
    return { line: { ...line, discountPercent: percent }, total: amount - takePercent(percent, amount) }
  }
  if (amount > 0 && random.percent(8)) {
    const discount = random.percent(10) ? amount : random.between(0, amount)
    return { line: { ...line, discountAmount: minor(discount) }, total: amount - discount }
  }
  return { line, total: amount }
}

const countLines = (random: Random, style: Style): number => {
  if (style === 'tiny equal lines' && random.percent(10)) return random.between(100, 300)
  return random.percent(85) ? random.between(1, 8) : random.between(9, 30)
}

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0)
const sumTotals = (drawn: readonly Drawn[]): number => sum(drawn.map(({ total }) => total))

/** Items and charges, at least one line in each group, and no more of them negative than the document's sum allows. */
const drawLines = (random: Random, style: Style, groups: number, decimals: number): Drawn[] => {
  const drawn: Drawn[] = []
  const price = createPrice(random, style, decimals)
  for (let at = Math.max(groups, countLines(random, style)); at > 0; at--) {
    const group = drawn.length < groups ? drawn.length : random.between(0, groups - 1)
    const kind = random.percent(style === 'tiny equal lines' ? 2 : 12) ? 'charge' : 'item'
    const quantity = createQuantity(random, style)
    const next = draw(random, kind, group, quantity, style === 'tiny equal lines' ? price : createPrice(random, style, decimals), decimals)
    const isReturn = kind === 'item' && random.percent(6) && next.line.discountAmount === undefined && next.total <= sumTotals(drawn) / 3
    drawn.push(
      isReturn ? { line: { ...next.line, quantity: toText(random, -quantity.units, quantity.decimals) }, total: -next.total } : next,
    )
  }
  return drawn
}

/** A discount of the document, if its groups allow one: only where each group's items are 0 or more. */
const createDiscount = (random: Random, itemSums: readonly number[]): Pick<TotalsInput, 'discountPercent' | 'discountAmount'> => {
  const most = sum(itemSums)
  if (itemSums.some((ofGroup) => ofGroup < 0) || most === 0 || random.percent(40)) return {}
  if (random.percent(55))
    return { discountPercent: random.percent(70) ? random.one(discountPercents) : toText(random, random.between(0, 1_000_000), 4) }
  return { discountAmount: minor(random.percent(5) ? most : random.between(0, random.percent(50) ? Math.min(most, 200) : most)) }
}

/** Negative lines that deduct a part of what is left of a group, or all of it. */
const drawDeposits = (random: Random, left: readonly number[], decimals: number): Drawn[] =>
  left.flatMap((amount, group) => {
    if (amount <= 0 || random.percent(40)) return []
    const deposit = random.percent(20) ? amount : random.between(1, amount)
    return [draw(random, 'deposit', group, { units: -1, decimals: 0 }, { units: deposit, decimals }, decimals)]
  })

const createTypedTaxes = (random: Random, { groups, pricesIncludeTax }: TotalsInput, sums: readonly number[]): TotalsInput['typedTaxes'] =>
  groups.flatMap((components, group) => {
    if (components.length === 0 || (pricesIncludeTax && components.length > 1) || random.percent(40)) return []
    const most = Math.max(0, Math.floor((sums[group]! * 3) / 10))
    return [{ group, component: random.between(0, components.length - 1), amount: minor(random.between(0, most)) }]
  })

/** A document that the app accepts; the same state of `random` gives the same one. */
export const createRandomDocument = (random: Random): TotalsInput => {
  const decimals = random.one([0, 2, 2, 3])
  const style = random.one<Style>(['everyday', 'everyday', 'everyday', 'long decimals', 'halves', 'tiny equal lines', 'large'])
  const groups = Array.from({ length: random.one([1, 1, 1, 2, 2, 3, 4]) }, () => createComponents(random))
  const drawn = drawLines(random, style, groups.length, decimals)
  const sumOf = (all: readonly Drawn[], kinds: readonly string[]) =>
    groups.map((_, group) => sumTotals(all.filter(({ line }) => line.group === group && kinds.includes(line.kind))))
  const itemSums = sumOf(drawn, ['item'])
  const discount = createDiscount(random, itemSums)
  if (random.percent(12)) {
    const share = discount.discountPercent ? Number(discount.discountPercent) / 100 : (discount.discountAmount ?? 0) / (sum(itemSums) || 1)
    const left = itemSums.map((ofGroup) => (share === 0 ? ofGroup : Math.floor(ofGroup * (1 - share)) - 1))
    drawn.push(...drawDeposits(random, left, decimals))
  }
  const input = { decimals, pricesIncludeTax: random.percent(50), groups, lines: drawn.map(({ line }) => line), ...discount }
  return random.percent(8)
    ? { ...input, typedTaxes: createTypedTaxes(random, input, sumOf(drawn, ['item', 'deposit', 'charge'])) ?? [] }
    : input
}

/** An inclusive document of one line that costs as much as a document of one group. */
export const takeAsInclusive = ({ decimals, groups }: TotalsInput, { total }: DocumentTotals): TotalsInput => {
  const digits = String(total).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const unitPrice = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  return { decimals, pricesIncludeTax: true, groups, lines: [{ kind: 'item', quantity: '1', unitPrice, group: 0 }] }
}
