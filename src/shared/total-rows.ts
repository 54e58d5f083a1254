import { type Amount, parseAmount, zero } from './money.ts'

/** In their order; the words are those of the place that prints it. */
export type TotalRow =
  | { kind: 'subtotal' | 'subtotalWithTax' | 'netAmount' | 'rounding' | 'total' | 'toPay' | 'credited'; amount: Amount }
  /** What the customer keeps for the tax office. */
  | { kind: 'withholding'; percent: string; amount: Amount }
  /** `percent` is null for an amount. */
  | { kind: 'discount'; percent: string | null; amount: Amount }
  /** Charges with the same description are one row. */
  | { kind: 'charge'; description: string; amount: Amount }
  /** `name` is null for the rate of the whole document, `percent` for an amount that the user entered; `base` where it isn't clear from the rows above. */
  | { kind: 'tax'; name: string | null; percent: string | null; base: Amount | null; exemption: string | null; amount: Amount }

export type TotalsContent = {
  pricesIncludeTax: boolean
  subtotal: Amount
  discountPercent: string | null
  discountAmount: Amount
  netAmount: Amount
  taxes: readonly {
    name: string | null
    category: string | null
    percent: string
    exemption: string | null
    base: Amount
    amount: Amount
  }[]
  rounding: Amount
  total: Amount
  /** Of invoices and credit notes. */
  withholdingPercent?: string | null | undefined
  withheld?: Amount | undefined
  creditNoteNumber?: string | undefined
  lineItems: readonly { kind: 'item' | 'charge' | 'deposit'; description: string; total: Amount }[]
}

/**
 * They add up: subtotal, discount and charges, then taxes. Where prices include tax, the first rows are gross, and the total without tax
 * and the taxes follow.
 */
export const listTotalRows = (document: TotalsContent): TotalRow[] => {
  const { pricesIncludeTax, subtotal, discountAmount, discountPercent, netAmount, taxes, rounding, total, lineItems } = document
  const charges = new Map<string, number>()
  for (const { kind, description, total: amount } of lineItems)
    if (kind === 'charge') charges.set(description, (charges.get(description) ?? 0) + amount)
  const isGross = pricesIncludeTax && taxes.length > 0
  const isDivided = taxes.some(({ base }) => base !== netAmount)
  const taxRows = taxes.map(
    ({ name, category, percent, base, exemption, amount }): TotalRow => ({
      ...{ kind: 'tax', name, amount, exemption },
      // An amount without a rate, and what is not subject to VAT, is not labeled '0%'.
      percent: category === 'O' || (name === null && Number(percent) === 0 && amount !== 0) ? null : percent,
      base: isDivided ? base : null,
    }),
  )
  return [
    { kind: isGross ? 'subtotalWithTax' : 'subtotal', amount: subtotal },
    ...(discountAmount === 0 ? [] : [{ kind: 'discount', percent: discountPercent, amount: -discountAmount as Amount } as const]),
    ...[...charges].map(([description, amount]) => ({ kind: 'charge', description, amount: amount as Amount }) as const),
    ...(isGross ? [{ kind: 'netAmount', amount: netAmount } as const] : []),
    ...taxRows,
    ...(rounding === 0 ? [] : [{ kind: 'rounding', amount: rounding } as const]),
    { kind: 'total', amount: total },
    ...listWithheld(document),
  ]
}

const listWithheld = ({ total, withholdingPercent, withheld = zero, creditNoteNumber }: TotalsContent): TotalRow[] =>
  withholdingPercent == null || withheld === 0
    ? []
    : [
        { kind: 'withholding', percent: withholdingPercent, amount: -withheld as Amount },
        { kind: creditNoteNumber === undefined ? 'toPay' : 'credited', amount: (total - withheld) as Amount },
      ]

/** What is printed: a tax of zero without name and reason says nothing, and is left out. The form keeps it, as the place of the rate. */
export const listPrintedRows = (document: TotalsContent): TotalRow[] =>
  listTotalRows(document).filter((row) => row.kind !== 'tax' || row.amount !== 0 || row.name !== null || row.exemption !== null)

type Wire<Value> = Value extends Amount
  ? string
  : Value extends readonly (infer Each)[]
    ? readonly Wire<Each>[]
    : Value extends object
      ? { [Key in keyof Value]: Wire<Value[Key]> }
      : Value
export type TotalsWire = Wire<TotalsContent>

export const parseTotals = (wire: TotalsWire): TotalsContent => ({
  ...wire,
  subtotal: parseAmount(wire.subtotal),
  discountAmount: parseAmount(wire.discountAmount),
  netAmount: parseAmount(wire.netAmount),
  taxes: wire.taxes.map((tax) => ({ ...tax, base: parseAmount(tax.base), amount: parseAmount(tax.amount) })),
  rounding: parseAmount(wire.rounding),
  total: parseAmount(wire.total),
  withheld: parseAmount(wire.withheld ?? '0'),
  lineItems: wire.lineItems.map((line) => ({ ...line, total: parseAmount(line.total) })),
})
