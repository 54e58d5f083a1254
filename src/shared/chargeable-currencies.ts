import type { Currency } from './currencies.ts'
import { type Amount, formatMoney } from './money.ts'
import { type ProviderName, providerLabels } from './payment-methods.ts'

/**
 * Presentment currencies of Stripe, and PayPal's list without those that it takes in some countries only.
 * Sources: docs.stripe.com/currencies, developer.paypal.com/reference/currency-codes.
 */
const currencies: Record<ProviderName, ReadonlySet<Currency>> = {
  stripe: new Set([
    ...(['AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND', 'BOB', 'BRL'] as const),
    ...(['BSD', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CNY', 'COP', 'CRC', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ETB'] as const),
    ...(['EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'IDR', 'ILS', 'INR', 'JMD', 'KES'] as const),
    ...(['KGS', 'KHR', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MKD', 'MMK', 'MNT', 'MOP', 'MUR', 'MVR'] as const),
    ...(['MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR'] as const),
    ...(['RON', 'RSD', 'SAR', 'SBD', 'SCR', 'SEK', 'SGD', 'SHP', 'SOS', 'SRD', 'SZL', 'THB', 'TJS', 'TOP', 'TRY', 'TTD', 'TZS'] as const),
    ...(['UAH', 'USD', 'UYU', 'UZS', 'WST', 'XCD', 'YER', 'ZAR', 'ZMW'] as const),
    // Without decimals.
    ...(['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'] as const),
    // With three.
    ...(['BHD', 'JOD', 'KWD', 'OMR', 'TND'] as const),
    ...(['HUF', 'TWD'] as const),
  ]),
  paypal: new Set([
    ...(['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'ILS', 'MXN', 'NOK', 'NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB'] as const),
    ...(['USD', 'HUF', 'JPY', 'TWD'] as const),
  ]),
}

/** Taken in whole units only, though they have decimals, or are sent to the provider with some. */
const wholeUnits: Record<ProviderName, ReadonlySet<Currency>> = {
  stripe: new Set(['MGA']),
  paypal: new Set(['HUF', 'TWD']),
}

/** Of dinars Stripe takes no thousandths, and some currencies are taken in whole units only. */
export const canCharge = (provider: ProviderName, currency: Currency, amount?: Amount): boolean =>
  currencies[provider].has(currency) && (amount === undefined || amount % (wholeUnits[provider].has(currency) ? 1000 : 10) === 0)

/** null also for a business without providers. */
export const findChargeProblem = (providers: readonly ProviderName[], currency: Currency, amount: Amount): string | null => {
  if (providers.length === 0 || providers.some((name) => canCharge(name, currency, amount))) return null
  const names = providers.map((name) => providerLabels[name])
  const what = providers.some((name) => canCharge(name, currency)) ? `exactly ${formatMoney(amount, currency)}` : currency
  return `It can't be paid online: ${names.length > 1 ? `neither ${names.join(' nor ')} takes` : `${names[0]} does not take`} ${what}.`
}
