import type { DocumentTotals, TotalsInput } from '#shared/document-totals.ts'
import { takePercent } from './rounding.ts'

/** The amounts of an EN 16931 invoice (BG: group of terms, BT: term) that its calculation rules relate, in minor units. */
type En16931Amounts = {
  /** Lines (BG-25): line net amount (BT-131), and the index of its VAT breakdown. */
  lines: { net: number; group: number }[]
  /** Document level allowances (BG-20): amount (BT-92). */
  allowances: { amount: number; group: number }[]
  /** Document level charges (BG-21): amount (BT-99). */
  charges: { amount: number; group: number }[]
  /** VAT breakdown (BG-23): taxable amount (BT-116), and of each tax its base, rate (BT-119) and tax amount (BT-117). */
  breakdowns: { taxable: number; taxes: { base: number; percent: string; amount: number; isTyped: boolean }[] }[]
  /** Document totals (BG-22). */
  totals: {
    /** BT-106: sum of line net amounts. */
    lines: number
    /** BT-107: sum of allowances on document level. */
    allowances: number
    /** BT-108: sum of charges on document level. */
    charges: number
    /** BT-109: invoice total amount without VAT. */
    withoutTax: number
    /** BT-110: invoice total VAT amount. */
    tax: number
    /** BT-112: invoice total amount with VAT. */
    withTax: number
    /** BT-113: paid amount. */
    paid: number
    /** BT-114: rounding amount. */
    rounding: number
    /** BT-115: amount due for payment. */
    due: number
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0)

/**
 * The totals of a document as an EN 16931 invoice states them: a charge line is a document level charge, and each group's share of the document discount is a
 * document level allowance. The sums of an inclusive document's nets (BT-106 to BT-108) are stored nowhere: a file adds them up.
 */
const toEn16931 = ({ pricesIncludeTax, groups, lines, typedTaxes = [] }: TotalsInput, totals: DocumentTotals): En16931Amounts => {
  const of = (isCharge: boolean) =>
    lines.flatMap(({ kind, group }, at) => ((kind === 'charge') === isCharge ? [{ net: totals.lines[at]!.net, group }] : []))
  const allowances = groups.map((_, group) => ({
    amount: sum(totals.lines.map(({ documentDiscountNet }, at) => (lines[at]!.group === group ? documentDiscountNet : 0))),
    group,
  }))
  const charges = of(true).map(({ net, group }) => ({ amount: net, group }))
  const sums = pricesIncludeTax
    ? {
        lines: sum(of(false).map(({ net }) => net)),
        allowances: sum(allowances.map(({ amount }) => amount)),
        charges: sum(charges.map(({ amount }) => amount)),
      }
    : { lines: totals.subtotal, allowances: totals.discount, charges: totals.charges }
  return {
    lines: of(false),
    allowances,
    charges,
    breakdowns: totals.groups.map(({ net, taxes }, group) => ({
      taxable: net,
      taxes: taxes.map(({ base, amount }, component) => ({
        base,
        percent: groups[group]![component]!.percent,
        amount,
        isTyped: typedTaxes.some((typed) => typed.group === group && typed.component === component),
      })),
    })),
    totals: {
      ...sums,
      withoutTax: totals.netAmount,
      tax: totals.taxAmount,
      withTax: totals.netAmount + totals.taxAmount,
      paid: 0,
      rounding: totals.rounding,
      due: totals.total,
    },
  }
}

/** The calculation rules of EN 16931, without the tolerances of the published files. */
const rules: Record<string, (invoice: En16931Amounts) => boolean> = {
  'BR-CO-10: BT-106 = sum of BT-131': ({ lines, totals }) => totals.lines === sum(lines.map(({ net }) => net)),
  'BR-CO-11: BT-107 = sum of BT-92': ({ allowances, totals }) => totals.allowances === sum(allowances.map(({ amount }) => amount)),
  'BR-CO-12: BT-108 = sum of BT-99': ({ charges, totals }) => totals.charges === sum(charges.map(({ amount }) => amount)),
  'BR-CO-13: BT-109 = BT-106 - BT-107 + BT-108': ({ totals }) => totals.withoutTax === totals.lines - totals.allowances + totals.charges,
  'BR-CO-14: BT-110 = sum of BT-117': ({ breakdowns, totals }) =>
    totals.tax === sum(breakdowns.flatMap(({ taxes }) => taxes.map(({ amount }) => amount))),
  'BR-CO-15: BT-112 = BT-109 + BT-110': ({ totals }) => totals.withTax === totals.withoutTax + totals.tax,
  'BR-CO-16: BT-115 = BT-112 - BT-113 + BT-114': ({ totals }) => totals.due === totals.withTax - totals.paid + totals.rounding,
  'BR-CO-17: BT-117 = BT-116 x BT-119 / 100': ({ breakdowns }) =>
    breakdowns.every(({ taxes }) => taxes.every(({ base, percent, amount, isTyped }) => isTyped || amount === takePercent(percent, base))),
  'BR-S-08: BT-116 = sum of BT-131 - sum of BT-92 + sum of BT-99': ({ lines, allowances, charges, breakdowns }) =>
    breakdowns.every(({ taxable }, at) => {
      const of = <Part extends { group: number }>(parts: readonly Part[]) => parts.filter(({ group }) => group === at)
      const [nets, discounts, added] = [of(lines).map(({ net }) => net), of(allowances), of(charges)]
      return taxable === sum(nets) - sum(discounts.map(({ amount }) => amount)) + sum(added.map(({ amount }) => amount))
    }),
}

/** The rules of EN 16931 that a document's totals violate, with a tolerance of 0. A tax amount that the user typed is as large as it is. */
export const findEn16931Violations = (input: TotalsInput, totals: DocumentTotals): string[] => {
  const invoice = toEn16931(input, totals)
  return Object.entries(rules).flatMap(([rule, holds]) => (holds(invoice) ? [] : [rule]))
}
