import type { Currency } from './currencies.ts'
import type { InvoiceKind } from './invoice-rules.ts'
import { type Amount, formatMoney, scale, sum, takePercent, toAmount, zero } from './money.ts'

/** What the customer keeps of an invoice and pays to the tax office for the business: Spain's IRPF, Italy's ritenuta d'acconto, India's TDS. */
export type Withholding = {
  /** Decimal text, "19"; null for none. */
  withholdingPercent: string | null
  withheld: Amount
}

export const computeWithheld = (netAmount: Amount, percent: string | null, currency: Currency): Amount =>
  percent === null ? zero : takePercent(netAmount, percent, currency)

/** What the customer has to pay, or a credit note gives back to them. */
export const subtractWithheld = ({ total, withheld = zero }: { total: Amount; withheld?: Amount | undefined }): Amount =>
  toAmount(total - withheld)

type Withheld = {
  kind?: InvoiceKind | undefined
  earlyDiscountPercent?: string | null | undefined
  withholdingPercent?: string | null | undefined
}

/** Of an invoice, before its amounts are known. */
export const findWithholdingProblem = ({ kind, earlyDiscountPercent = null, withholdingPercent = null }: Withheld): string | undefined => {
  if (withholdingPercent === null) return undefined
  if (kind === 'retainer') return 'A retainer is no sale, so no tax is withheld from it'
  if (earlyDiscountPercent !== null) return 'Remove the discount for early payment first: an invoice has one or the other'
  return undefined
}

/** Something must be left to pay. */
export const findExcessWithheld = (
  { total, netAmount }: { total: Amount; netAmount: Amount },
  percent: string | null,
  currency: Currency,
): string | undefined =>
  percent !== null && netAmount !== 0 && computeWithheld(netAmount, percent, currency) >= total
    ? `The withholding tax must be less than the total, ${formatMoney(total, currency)}`
    : undefined

type Sums = { netAmount: Amount; total: Amount }

/** Of a credit note: its part of the invoice by net amounts, on running sums, so that notes for all of it take back all. */
export const shareWithheld = (
  invoice: Sums & { withheld: Amount; currency: Currency },
  earlier: readonly (Sums & { withheld: Amount })[],
  note: Sums,
): Amount => {
  const left = toAmount(invoice.withheld - sum(earlier.map(({ withheld }) => withheld)))
  const add = (name: keyof Sums) => sum([...earlier, note].map((each) => each[name]))
  if (left === 0 || add('total') === invoice.total) return toAmount(Math.min(left, note.total))
  const upTo = scale(invoice.withheld, Math.min(add('netAmount'), invoice.netAmount), invoice.netAmount, invoice.currency)
  return toAmount(Math.min(Math.max(upTo - (invoice.withheld - left), 0), left, note.total))
}
