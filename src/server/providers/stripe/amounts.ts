import { fromMinor, toMinor } from '#shared/minor-units.ts'
import type { Amount } from '#shared/money.ts'

// Stripe's unit is mostly the minor unit, but not always: docs.stripe.com/currencies. Nothing else in this product knows of it.

const wholeUnits = new Set([...['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'vnd', 'vuv', 'xaf', 'xof', 'xpf']])
const thousandths = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])

/** Decimals of Stripe's unit: ISK and UGX have none, but are sent in hundredths that end in 00. */
const getDecimals = (currency: string): number => (wholeUnits.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2)

/** @param currency in lower case. @throws RangeError for a fraction of Stripe's unit, which `canCharge` doesn't let through */
export const toStripeAmount = (amount: Amount, currency: string): number => toMinor(amount, getDecimals(currency))

export const fromStripeAmount = (amount: number, currency: string): Amount => fromMinor(amount, getDecimals(currency))
