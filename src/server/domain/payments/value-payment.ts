import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { divideDecimals, findRate } from '#server/domain/exchange-rates/find-rate.ts'
import type { InvoiceBalance } from '#server/domain/payments/balance/balance.ts'
import type { Settlement } from '#server/domain/payments/provider.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Day } from '#shared/dates.ts'
import { exceedsHome, homeRate, type Rate, toHome } from '#shared/exchange-rates.ts'
import { type Amount, toDecimal } from '#shared/money.ts'

/** In the home currency, when the money came. */
export type PaymentValue = { homeAmount: Amount; exchangeRate: Rate; rateSource: 'typed' | 'file' | 'ecb' | 'provider' | 'document' }

type Paid = { amount: Amount; currency: string; day: Day }

/** What is known of the value: from the owner, who enters one of both, or from the provider. */
export type KnownValue = { exchangeRate?: Rate | undefined; homeAmount?: Amount | undefined; settlement?: Settlement | undefined }

type Entered = { exchangeRate?: Rate | undefined; homeAmount?: Amount | undefined }

/** @throws AppError 400 when the value of money is entered twice, for money of the home currency, or with more decimals than that has */
export const requireOneValue = (
  { exchangeRate, homeAmount }: Entered,
  { currency, homeCurrency }: Pick<InvoiceBalance, 'currency' | 'homeCurrency'>,
  what: 'invoice' | 'credit note',
): void => {
  const path = homeAmount === undefined ? 'exchangeRate' : 'homeAmount'
  const refuse = (message: string) => new AppError(400, message, { issues: [{ path, message }] })
  if (homeAmount !== undefined && exchangeRate !== undefined)
    throw refuse('Enter either the exchange rate or the amount in your currency, not both')
  if (currency === homeCurrency && (homeAmount !== undefined || exchangeRate !== undefined))
    throw refuse(`Leave out the exchange rate: this ${what} is in your own currency, ${homeCurrency}`)
  if (homeAmount !== undefined) refuseAmount(homeAmount, homeCurrency, { path: 'homeAmount', label: 'Amount in your currency' })
}

/** Above zero, as the database wants it. */
export const deriveRate = (homeAmount: Amount, amount: Amount): Rate => {
  const rate = divideDecimals(toDecimal(homeAmount), toDecimal(amount))
  return rate === '0' ? '0.0000000001' : rate
}

/**
 * By what the owner or the provider says, else at the rate of its day, else at its invoice's: a payment always counts.
 * @returns null for money of the home currency @throws AppError 400 for an entered rate that makes it too large to store
 */
export const valuePayment = async (
  db: UserDb,
  { homeCurrency, exchangeRate: documentRate, currency }: Pick<InvoiceBalance, 'homeCurrency' | 'exchangeRate' | 'currency'>,
  { amount, currency: paidCurrency, day }: Paid,
  { exchangeRate, homeAmount, settlement }: KnownValue = {},
): Promise<PaymentValue | null> => {
  if (paidCurrency.toUpperCase() === homeCurrency) return null
  const convert = (rate: Rate, rateSource: PaymentValue['rateSource']) => ({
    homeAmount: toHome(amount, rate, homeCurrency),
    exchangeRate: rate,
    rateSource,
  })
  if (homeAmount !== undefined) return { homeAmount, exchangeRate: deriveRate(homeAmount, amount), rateSource: 'typed' }
  if (exchangeRate !== undefined) {
    const message = `The amount in ${homeCurrency} is too large: check the exchange rate`
    if (exceedsHome(amount, exchangeRate)) throw new AppError(400, message, { issues: [{ path: 'exchangeRate', message }] })
    return convert(exchangeRate, 'typed')
  }
  if (settlement && settlement.currency.toUpperCase() === homeCurrency) {
    if (settlement.amount === null) return convert(settlement.rate, 'provider')
    return { homeAmount: settlement.amount, exchangeRate: settlement.rate ?? deriveRate(settlement.amount, amount), rateSource: 'provider' }
  }
  const found = await findRate(db, currency, day)
  // A stored rate can be too large for any amount.
  return found && !exceedsHome(amount, found.rate) ? convert(found.rate, found.source) : convert(documentRate ?? homeRate, 'document')
}

export const toValueRow = (value: PaymentValue | null): (string | null)[] =>
  value ? [toDecimal(value.homeAmount), value.exchangeRate, value.rateSource] : [null, null, null]
