import { convert, type Settlement } from '#simulators/kit/settlement.ts'
import { type Context, formatIsoTime } from '#simulators/paypal/core/context.ts'
import { isWhole, toMoney } from '#simulators/paypal/core/money.ts'
import type { Capture } from '#simulators/paypal/core/state.ts'

export const toPayee = (merchantId: string) => ({ email_address: 'business@sandbox.example', merchant_id: merchantId })

/** PayPal's checkout fee: 3.49% and 49 cents, or 40 yen. */
const getFee = (amount: number, currency: string) =>
  Math.min(amount, isWhole(currency) ? Math.round((amount * 349) / 1_000_000) * 100 + 4000 : Math.round((amount * 349) / 10_000) + 49)

/** Null where the money is in the account's currency. */
export const getConversion = (currency: string, settlement: Settlement | null) => {
  if (!settlement || settlement.currency === currency) return null
  return {
    toAccountMoney: (amount: number) => {
      const decimals = { from: 2, to: isWhole(settlement.currency) ? 0 : 2 }
      return toMoney(convert(amount, settlement.rate, decimals) * (decimals.to === 0 ? 100 : 1), settlement.currency)
    },
    rate: { source_currency: currency, target_currency: settlement.currency, value: settlement.rate },
  }
}

const describeConversion = ({ amount, currency, settlement }: Capture, fee: number) => {
  const conversion = getConversion(currency, settlement)
  return (
    conversion && {
      paypal_fee_in_receivable_currency: conversion.toAccountMoney(fee),
      receivable_amount: conversion.toAccountMoney(amount - fee),
      exchange_rate: conversion.rate,
    }
  )
}

/** Within an order it omits the payee and the order. */
export const toCaptureObject = (context: Context, capture: Capture, place: 'in order' | 'alone') => {
  const { id, amount, currency, status, reason } = capture
  const self = `${context.origin()}/v2/payments/captures/${id}`
  const fee = getFee(amount, currency)
  const breakdown = {
    gross_amount: toMoney(amount, currency),
    paypal_fee: toMoney(fee, currency),
    net_amount: toMoney(amount - fee, currency),
    ...describeConversion(capture, fee),
  }
  return {
    id,
    status,
    ...(reason === null ? {} : { status_details: { reason } }),
    amount: toMoney(amount, currency),
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    ...(status === 'PENDING' || status === 'DECLINED' ? {} : { seller_receivable_breakdown: breakdown }),
    ...(capture.customId === null ? {} : { custom_id: capture.customId }),
    ...(capture.invoiceId === null ? {} : { invoice_id: capture.invoiceId }),
    ...(place === 'alone' ? { payee: toPayee(capture.payee), supplementary_data: { related_ids: { order_id: capture.orderId } } } : {}),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${context.origin()}/v2/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
    create_time: formatIsoTime(capture.createdAt),
    update_time: formatIsoTime(capture.updatedAt),
  }
}
