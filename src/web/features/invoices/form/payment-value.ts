import type { z } from 'zod'
import type { paymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { exceedsHome, type Rate, toHome } from '#shared/exchange-rates.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { type Amount, type HomeAmount, parseAmount, scale, toAmount, toDecimal, toHomeAmount } from '#shared/money.ts'
import { parseRate } from '#web/documents/rates/suggested-rate.ts'
import { readAmount } from '#web/lib/format/amount.ts'

export type TypedPayment = z.input<typeof paymentInput>
export type PaidInvoice = Pick<InvoiceWire, 'total' | 'amountPaid' | 'homeTotal' | 'exchangeRate'>

/** Undefined while it isn't an amount above zero. */
const readPaid = (typed: unknown): Amount | undefined => {
  const amount = readAmount(typed)
  return amount !== undefined && amount > 0 ? amount : undefined
}

/** A rate that an amount at home stands for, as short as it can be read. */
const deriveRate = (home: Amount, amount: Amount): Rate =>
  (home / amount).toLocaleString('en-US', { maximumSignificantDigits: 6, useGrouping: false })

type Value = {
  rate: string
  homeAmount: string
  home: HomeAmount | undefined
}

/** Of its two fields, one has what was typed or suggested, and the other what follows from it, or ''. */
export const computeValue = (
  { amount: typedAmount, exchangeRate, homeAmount }: Pick<TypedPayment, 'amount' | 'exchangeRate' | 'homeAmount'>,
  suggested: Rate,
  homeCurrency: Currency,
): Value => {
  const amount = readPaid(typedAmount)
  if (homeAmount !== undefined) {
    const home = readPaid(homeAmount)
    return {
      rate: home && amount ? deriveRate(home, amount) : '',
      homeAmount: String(homeAmount),
      home: home && toHomeAmount(home),
    }
  }
  const text = String(exchangeRate ?? suggested)
  const rate = parseRate(text)
  const home = amount && rate && !exceedsHome(amount, rate) ? toHome(amount, rate, homeCurrency) : undefined
  return {
    rate: text,
    homeAmount: home === undefined ? '' : toInputAmount(toDecimal(home), homeCurrency),
    home: home && toHomeAmount(home),
  }
}

/**
 * The exchange gain, or below zero the loss, of a payment: what it is worth, less its part of the invoice's home total. The parts are differences of running
 * sums, as in the ledger, so that together they are the home total. What is paid beyond the total is credit at the invoice's rate.
 * @returns undefined while the invoice has no rate
 */
export const computeExchangeGain = (
  { total, amountPaid, homeTotal, exchangeRate }: PaidInvoice,
  typedAmount: unknown,
  home: HomeAmount,
  homeCurrency: Currency,
): HomeAmount | undefined => {
  const amount = readPaid(typedAmount)
  if (homeTotal === null || exchangeRate === null || amount === undefined) return undefined
  const asked = parseAmount(total)
  const settle = (paid: number) =>
    scale(toHomeAmount(parseAmount(homeTotal)), Math.min(paid, asked), asked, homeCurrency) +
    toHome(toAmount(Math.max(paid - asked, 0)), exchangeRate, homeCurrency)
  const before = Math.max(parseAmount(amountPaid), 0)
  return toHomeAmount(home - (settle(before + amount) - settle(before)))
}
