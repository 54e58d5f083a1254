import { z } from 'zod'
import { divideDecimals } from '#server/domain/exchange-rates/find-rate.ts'
import { isCurrency } from '#shared/currencies.ts'
import { fitsCurrency, toMinor } from '#shared/minor-units.ts'
import { type Amount, parseAmount, toDecimal } from '#shared/money.ts'

// An unknown status fails the whole answer, so that it can't be taken for 'paid'.

/** The currency's code is in lower case, as everywhere in payments. */
const money = z.object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().max(32) }).transform((found, context) => {
  try {
    const amount = parseAmount(found.value)
    const currency = found.currency_code
    if (amount >= 0 && isCurrency(currency) && fitsCurrency(amount, currency)) return { amount, currency: currency.toLowerCase() }
  } catch {}
  context.addIssue({ code: 'custom', message: `no amount of money: ${found.value}` })
  return z.NEVER
})

/** Currencies that PayPal takes in whole units only. Source: developer.paypal.com/reference/currency-codes. */
const wholeCurrencies = new Set(['huf', 'jpy', 'twd'])

/** @throws RangeError for a fraction of a currency that PayPal takes in whole units */
export const toPayPalMoney = (amount: Amount, currency: string) => ({
  currency_code: currency.toUpperCase(),
  value: wholeCurrencies.has(currency.toLowerCase()) ? String(toMinor(amount, 0)) : toDecimal(amount),
})

const id = z.string().regex(/^[A-Z0-9]{10,40}$/)
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const links = z.array(z.object({ rel: z.string(), href: z.string() })).default([])

/** Of the currency that PayPal converted a capture to; a rate with more decimals than rates have is rounded. */
const exchangeRate = z
  .object({ source_currency: z.string().optional(), target_currency: z.string(), value: z.string().regex(/^\d{1,10}(\.\d{1,20})?$/) })
  .transform(({ source_currency, target_currency, value }) => ({
    source: source_currency?.toLowerCase(),
    target: target_currency.toLowerCase(),
    rate: divideDecimals(value, '1'),
  }))
  .refine(({ rate }) => rate !== '0')
  .optional()
  .catch(undefined)

const captureStatus = z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED'])
const capture = z.object({
  id,
  status: captureStatus,
  status_details: z.object({ reason: z.string().optional() }).optional(),
  amount: money,
  seller_receivable_breakdown: z
    .object({
      paypal_fee: money.optional(),
      paypal_fee_in_receivable_currency: money.optional(),
      receivable_amount: money.optional(),
      exchange_rate: exchangeRate,
    })
    .optional(),
  create_time: instant,
})
export type Capture = z.output<typeof capture>

const refundStatus = z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED'])
const refund = z.object({
  id,
  status: refundStatus,
  amount: money,
  seller_payable_breakdown: z
    .object({
      // What was taken from the account, by currency; only of a refund that was converted.
      net_amount_breakdown: z
        .array(z.object({ payable_amount: money, converted_amount: money }))
        .max(10)
        .optional()
        .catch(undefined),
    })
    .optional(),
  links,
})
export type RefundMade = z.output<typeof refund>

const unit = z.object({
  custom_id: z.string().optional(),
  payee: z.object({ merchant_id: z.string().optional() }).optional(),
  payments: z.object({ captures: z.array(capture).default([]), refunds: z.array(refund).default([]) }).optional(),
})
export type Unit = z.output<typeof unit>

const orderStatus = z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED'])
export const order = z.object({ id, status: orderStatus, purchase_units: z.array(unit).min(1).max(10) })
export type Order = z.output<typeof order>

export const orderDone = z.object({ id, status: orderStatus })

export const captureToRefund = z.object({ id, amount: money })
export const refundAnswer = z.object({
  id,
  status: refundStatus,
  status_details: z.object({ reason: z.string().max(100).optional() }).optional(),
})
export type RefundAnswer = z.output<typeof refundAnswer>

export const webhook = z.object({
  id: z.string().regex(/^[A-Za-z0-9]{5,50}$/),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })).default([]),
})
export const webhooks = z.object({ webhooks: z.array(webhook).default([]) })
export const nothing = z.unknown()
export const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

const disputeStatus = z.enum(['OPEN', 'WAITING_FOR_BUYER_RESPONSE', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW', 'RESOLVED', 'OTHER'])
export const disputes = z.object({ items: z.array(z.object({ dispute_id: z.string(), status: disputeStatus })).default([]) })
export const disputeResult = z.object({
  dispute_amount: money.optional(),
  dispute_outcome: z.object({ outcome_code: z.string().optional(), amount_refunded: money.optional() }).optional(),
})
