import { type Minor, scaleToMinor } from './minor-units.ts'
import { divide, type ExactDecimal, parseDecimal, powerOfTen } from './money.ts'

// The one place that computes totals. Rules R1 to R9 are those of docs/decisions/083-totals.md, BT and BG the terms of EN 16931. All
// amounts are whole minor units of the document's currency; a fraction is rounded once, half away from zero.

/** Percent has up to four decimals, "9.975". A compound one is computed on the taxes before it as well. */
export type TaxComponent = { percent: string; isCompound: boolean }

export const lineKinds = ['item', 'charge', 'deposit'] as const
export type LineKind = (typeof lineKinds)[number]

export type TotalsLine = {
  kind: LineKind
  /** Up to six decimals; not zero. */
  quantity: string
  /** In the major unit, with up to six decimals, not negative. */
  unitPrice: string
  /** BG-27: a percentage or an amount, not both. */
  discountPercent?: string | null
  discountAmount?: Minor | null
  group: number
}

export type TotalsInput = {
  /** 0 to 3. */
  decimals: number
  pricesIncludeTax: boolean
  /** Each group has the lines with the same tax rate; no components for lines without tax. */
  groups: readonly (readonly TaxComponent[])[]
  lines: readonly TotalsLine[]
  discountPercent?: string | null
  discountAmount?: Minor | null
  /** Entered by the user in place of the computed ones; with tax in the prices only for groups of one component. */
  typedTaxes?: readonly { group: number; component: number; amount: Minor }[]
}

export type LineTotals<Unit = Minor> = {
  /** R1: quantity x unit price. */
  amount: Unit
  /** R2 (BT-136) */
  discount: Unit
  /** R2: amount less discount; what is printed. */
  total: Unit
  /** R5: in the prices of the lines. */
  documentDiscount: Unit
  /** The same without tax. */
  documentDiscountNet: Unit
  /** Without tax (BT-131). */
  net: Unit
}

export type GroupTotals<Unit = Minor> = {
  /** R6 (BT-116) */
  net: Unit
  /** R7: `amount` is BT-117. */
  taxes: { base: Unit; amount: Unit }[]
  /** R9: what no net amount and its taxes can make up. */
  rounding: Unit
}

export type DocumentTotals<Unit = Minor> = {
  lines: LineTotals<Unit>[]
  /** R3: items and deposits. */
  subtotal: Unit
  /** R4 */
  discount: Unit
  charges: Unit
  groups: GroupTotals<Unit>[]
  /** R8 (BT-109) */
  netAmount: Unit
  /** BT-110 */
  taxAmount: Unit
  /** BT-114 */
  rounding: Unit
  /** R8: net amount + taxes + rounding (BT-115). */
  total: Unit
}

/** @throws RangeError for an amount beyond the safe integers */
const toWhole = (amount: bigint): Minor => {
  const whole = Number(amount)
  if (!Number.isSafeInteger(whole)) throw new RangeError(`too large an amount: ${amount}`)
  return whole as Minor
}

const add = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)
const floorDivide = (n: bigint, d: bigint): bigint => n / d - (n % d < 0n ? 1n : 0n)

const takePercent = (amount: bigint, { digits, scale }: ExactDecimal): bigint => divide(amount * digits, powerOfTen(scale + 2))

/**
 * R5: the floors of the exact shares, and the remaining minor units one each to the largest remainders, the earlier first. Without any
 * weight all shares are 0.
 */
export const allocate = (amount: bigint, weights: readonly bigint[]): bigint[] => {
  const sum = add(weights)
  if (sum === 0n || amount === 0n) return weights.map(() => 0n)
  const sign = sum < 0n ? -1n : 1n
  const products = weights.map((weight) => amount * weight * sign)
  const size = sum * sign
  const shares = products.map((product) => floorDivide(product, size))
  const remainders = products.map((product, i) => product - shares[i]! * size)
  let rest = amount - add(shares)
  for (const i of [...weights.keys()].sort((a, b) =>
    remainders[a] === remainders[b] ? a - b : remainders[a]! > remainders[b]! ? -1 : 1,
  )) {
    if (rest === 0n) break
    shares[i]! += 1n
    rest -= 1n
  }
  return shares
}

type Component = { percent: ExactDecimal; isCompound: boolean; typed: bigint | undefined }
type Tax = { base: bigint; amount: bigint }

/** R7: each tax is rounded. */
const computeTaxes = (net: bigint, components: readonly Component[]): Tax[] => {
  let before = 0n
  return components.map(({ percent, isCompound, typed }) => {
    const base = isCompound ? net + before : net
    const amount = typed ?? takePercent(base, percent)
    before += amount
    return { base, amount }
  })
}

/** From net to gross, exactly: 1.14975 for 5% and 9.975%. */
const computeFactor = (components: readonly Component[]): { n: bigint; d: bigint } => {
  let factor = { n: 1n, d: 1n }
  for (const { percent, isCompound } of components) {
    const d = powerOfTen(percent.scale + 2)
    const on = isCompound ? factor : { n: 1n, d: 1n }
    factor = { n: factor.n * on.d * d + on.n * percent.digits * factor.d, d: factor.d * on.d * d }
  }
  return factor
}

type Group = { net: bigint; taxes: Tax[]; rounding: bigint }
const sumTaxes = (taxes: readonly Tax[]) => add(taxes.map(({ amount }) => amount))

/**
 * R9: tries the net amount next to the exact one, then its neighbours, the nearer first, until the rounded taxes fit; else keeps the first,
 * and what is missing is the rounding.
 */
const splitGross = (gross: bigint, components: readonly Component[], factor: { n: bigint; d: bigint }): Group => {
  const typed = components[0]?.typed
  if (typed !== undefined) return { net: gross - typed, taxes: [{ base: gross - typed, amount: typed }], rounding: 0n }
  const nearest = divide(gross * factor.d, factor.n)
  // Net amount and taxes grow together, so at most one fits.
  for (const step of [0n, 1n, -1n, 2n, -2n]) {
    const net = nearest + step
    const taxes = computeTaxes(net, components)
    if (net + sumTaxes(taxes) === gross) return { net, taxes, rounding: 0n }
  }
  const taxes = computeTaxes(nearest, components)
  return { net: nearest, taxes, rounding: gross - nearest - sumTaxes(taxes) }
}

/**
 * Discounts and typed taxes are taken as they are; `findTotalsProblem` says which documents can't be stored.
 * @throws RangeError for a text that is no decimal number, or an amount beyond the safe integers
 */
export const computeDocumentTotals = (input: TotalsInput): DocumentTotals => {
  const lines = input.lines.map((line) => {
    const amount = scaleToMinor(parseDecimal(line.quantity), parseDecimal(line.unitPrice), input.decimals)
    const discount =
      line.discountPercent != null ? takePercent(amount, parseDecimal(line.discountPercent)) : BigInt(line.discountAmount ?? 0)
    return { kind: line.kind, group: line.group, amount, discount, total: amount - discount }
  })
  const sumLines = (some: typeof lines) => add(some.map(({ total }) => total))
  const items = lines.filter(({ kind }) => kind === 'item')
  const itemsOf = input.groups.map((_, group) => items.filter((line) => line.group === group))
  const discount =
    input.discountPercent != null ? takePercent(sumLines(items), parseDecimal(input.discountPercent)) : BigInt(input.discountAmount ?? 0)
  const discountOf = allocate(discount, itemsOf.map(sumLines))
  const shares = new Map<(typeof lines)[number], { discount: bigint; discountNet: bigint; net: bigint }>()

  const groups = input.groups.map((components, group): Group => {
    const members = lines.filter((line) => line.group === group)
    const groupItems = itemsOf[group]!
    const weights = groupItems.map(({ total }) => total)
    const parts = allocate(discountOf[group]!, weights)
    const parsed = components.map(({ percent, isCompound }, component) => {
      const typed = input.typedTaxes?.find((tax) => tax.group === group && tax.component === component)
      return { percent: parseDecimal(percent), isCompound, typed: typed && BigInt(typed.amount) }
    })
    const printed = sumLines(members) - discountOf[group]!
    if (!input.pricesIncludeTax) {
      for (const line of members) shares.set(line, { discount: 0n, discountNet: 0n, net: line.total })
      for (const [i, line] of groupItems.entries()) shares.set(line, { discount: parts[i]!, discountNet: parts[i]!, net: line.total })
      return { net: printed, taxes: computeTaxes(printed, parsed), rounding: 0n }
    }
    const factor = computeFactor(parsed)
    const split = splitGross(printed, parsed, factor)
    const toNet = (amount: bigint) => divide(amount * factor.d, factor.n)
    const discountNet = toNet(discountOf[group]!)
    const netParts = allocate(discountNet, weights)
    for (const [line, net] of divideNet(members, split.net + discountNet, toNet)) shares.set(line, { discount: 0n, discountNet: 0n, net })
    for (const [i, line] of groupItems.entries())
      shares.set(line, { discount: parts[i]!, discountNet: netParts[i]!, net: shares.get(line)!.net })
    return split
  })

  const sum = (amounts: bigint[]) => toWhole(add(amounts))
  const netAmount = sum(groups.map(({ net }) => net))
  const taxAmount = sum(groups.map(({ taxes }) => sumTaxes(taxes)))
  const rounding = sum(groups.map((group) => group.rounding))
  return {
    lines: lines.map((line) => {
      const share = shares.get(line)!
      return {
        amount: toWhole(line.amount),
        discount: toWhole(line.discount),
        total: toWhole(line.total),
        documentDiscount: toWhole(share.discount),
        documentDiscountNet: toWhole(share.discountNet),
        net: toWhole(share.net),
      }
    }),
    subtotal: toWhole(sumLines(lines.filter(({ kind }) => kind !== 'charge'))),
    discount: toWhole(discount),
    charges: toWhole(sumLines(lines.filter(({ kind }) => kind === 'charge'))),
    groups: groups.map(({ net, taxes, ...group }) => ({
      net: toWhole(net),
      taxes: taxes.map(({ base, amount }) => ({ base: toWhole(base), amount: toWhole(amount) })),
      rounding: toWhole(group.rounding),
    })),
    netAmount,
    taxAmount,
    rounding,
    total: toWhole(add(groups.map(({ net, taxes, ...group }) => net + sumTaxes(taxes) + group.rounding))),
  }
}

/**
 * R9: the net amounts sum to `sum`. Each charge and deposit is rounded by itself; the items share the rest by their totals. With the
 * deposits among them, whose totals are negative, a cent of rounding would be multiplied where little is left to pay.
 */
function divideNet<Line extends { kind: LineKind; total: bigint }>(
  members: readonly Line[],
  sum: bigint,
  toNet: (amount: bigint) => bigint,
): Map<Line, bigint> {
  const items = members.filter(({ kind }) => kind === 'item')
  const nets = new Map(members.filter(({ kind }) => kind !== 'item').map((line) => [line, toNet(line.total)]))
  const rest = sum - add([...nets.values()])
  const weights = items.map(({ total }) => total)
  if (add(weights) !== 0n) {
    for (const [i, net] of allocate(rest, weights).entries()) nets.set(items[i]!, net)
    return nets
  }
  for (const line of items) nets.set(line, toNet(line.total))
  const first = members.find(({ kind }) => kind === 'charge') ?? members[0]
  if (first) nets.set(first, nets.get(first)! + sum - add([...nets.values()]))
  return nets
}

/** For each group its part, by the groups' items less their share of the discount. */
export const divideCharge = (charge: Minor, { groups, lines }: Pick<TotalsInput, 'groups' | 'lines'>, totals: DocumentTotals): Minor[] => {
  const weights = groups.map((_, group) =>
    add(
      lines.map((line, i) => {
        const { total, documentDiscount } = totals.lines[i]!
        return line.kind === 'item' && line.group === group ? BigInt(total - documentDiscount) : 0n
      }),
    ),
  )
  return allocate(BigInt(charge), weights).map(toWhole)
}
