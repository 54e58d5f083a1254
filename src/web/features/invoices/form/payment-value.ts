import type { z } from 'zod'
import type { paymentInput } from '#shared/contract/invoice-payments.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { exceedsHome, type Rate, toHome } from '#shared/exchange-rates.ts'
import { toInputAmount } from '#shared/minor-units.ts'
import { type Amount, type HomeAmount, parseAmount, scale, toDecimal, toHomeAmount } from '#shared/money.ts'
import { parseRate } from '#web/documents/rates/suggested-rate.ts'

export type TypedPayment = z.input<typeof paymentInput>
export type PaidInvoice = Pick<InvoiceWire, 'total' | 'amountPaid' | 'homeTotal'>

/** Undefined while it isn't an amount above zero. */
const readAmount = (text: unknown): Amount | undefined => {
  try {
    const amount = parseAmount(String(text))
    return amount > 0 ? amount : undefined
  } catch {
    return undefined
  }
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
  const amount = readAmount(typedAmount)
  if (homeAmount !== undefined) {
    const home = readAmount(homeAmount)
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
 * sums, as in the ledger, so that together they are the home total.
 * @returns undefined while the invoice has no rate
 */
export const computeExchangeGain = (
  { total, amountPaid, homeTotal }: PaidInvoice,
  typedAmount: unknown,
  home: HomeAmount,
  homeCurrency: Currency,
): HomeAmount | undefined => {
  const amount = readAmount(typedAmount)
  if (homeTotal === null || amount === undefined) return undefined
  const settle = (paid: number) => scale(toHomeAmount(parseAmount(homeTotal)), paid, parseAmount(total), homeCurrency)
  const before = Math.max(parseAmount(amountPaid), 0)
  return toHomeAmount(home - (settle(Math.min(before + amount, parseAmount(total))) - settle(before)))
}
