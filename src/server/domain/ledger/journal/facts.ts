import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import type { Rate } from '#shared/exchange-rates.ts'
import type { Amount, HomeAmount } from '#shared/money.ts'
import type { WriteOff } from './write-off-events.ts'

/**
 * A payment, a refund, or credit that moves to the invoice from another one of the customer; it is negative for the document that it moves from, as is credit of
 * a note that is refunded, and in a reversal the other way round. The amount of a payment and a refund is positive; that of a refund that failed and came back
 * is negative, and that of a difference of rates alone is zero. `sourceId` is the id of the payment, the return, the application or the refund of credit.
 */
export type Movement = {
  kind: 'payment' | 'refund' | 'credit application' | 'credit application reversal' | 'credit refund' | 'credit refund reversal'
  sourceId: number
  day: Day
  amount: Amount
  /** What the payment was worth in the home currency when it came; of a refund what the provider took for it, or its part of that; of credit what it was worth at the rate of the document that it comes from, and of refunded credit what the money was worth when it went. */
  homeAmount: HomeAmount
  provider: string
  fee: HomeAmount
}

/** The lines with the same tax rate. Amounts are in the home currency. */
export type TaxGroup = {
  /** The rate that the lines name; null for none. */
  taxRateId: number | null
  /** Without a rate: the percentage of the whole invoice as a decimal with four digits; null for none. */
  percent: string | null
  /** What is taxed, with its share of the discount and the charges. */
  net: HomeAmount
  /** The components of the rate by their place in it; one without a place for the percentage of the whole invoice. */
  taxes: readonly { component: number | null; percent: string | null; amount: HomeAmount }[]
}

/**
 * An invoice as the ledger sees it, with all of its payments and refunds. A credit note without an invoice is one whose amounts are negative: its credit is what
 * it was "paid" beyond its total, and what is applied of it is settled.
 */
export type InvoiceFacts = {
  id: number
  number: string
  /** null for a deleted invoice whose customer is unknown. */
  customerId: number | null
  customerName: string
  issueDate: Day
  currency: Currency
  homeCurrency: Currency
  /** Units of the home currency per unit of the invoice's; null for a draft while it is unknown. */
  exchangeRate: Rate | null
  /** In the currency of the invoice; below zero for a credit note without one only. */
  total: Amount
  /** The sum of the groups' nets, their taxes and the rounding, all in the home currency. */
  homeTotal: HomeAmount
  /** What the customer keeps of the total for the tax office, in the currency of the invoice. */
  withheld: Amount
  groups: readonly TaxGroup[]
  rounding: HomeAmount
  /** Neither a draft nor deleted nor voided. */
  isIssued: boolean
  isPaid: boolean
  isOpeningBalance: boolean
  /** It asks for a late fee of another invoice. */
  isLateFee: boolean
  /** It asks for a deposit, which is income only when it is deducted. */
  isDeposit: boolean
  deductions: readonly Deduction[]
  movements: readonly Movement[]
  /** By their ids; none of an invoice that is not issued. */
  writeOffs: readonly WriteOff[]
  /** Those that stand, by their ids. */
  creditNotes: readonly CreditNote[]
}

/** What is deducted of a deposit for a tax rate, at its value in the home currency when it was invoiced. */
export type Deduction = Pick<TaxGroup, 'taxRateId' | 'percent' | 'net'>

/** A credit note for an invoice. All amounts are positive, but for the deductions that it gives back. */
export type CreditNote = Pick<InvoiceFacts, 'id' | 'number' | 'total' | 'homeTotal' | 'withheld' | 'groups' | 'rounding' | 'deductions'> & {
  day: Day
}

export type ExpenseFacts = {
  id: number
  day: Day
  category: string
  description: string
  vendor: string | null
  amount: HomeAmount
  customerId: number | null
}
