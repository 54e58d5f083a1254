import { type Context, formatIsoTime } from '#simulators/paypal/core/context.ts'
import { toMoney } from '#simulators/paypal/core/money.ts'
import { type Account, findById, listRefunds, type Refund } from '#simulators/paypal/core/state.ts'
import { getConversion, toPayee } from './capture-object.ts'

/** PayPal's description does not say in which direction the rate is; here it is that of captures. */
const describeConversion = ({ amount, currency, settlement }: Refund) => {
  const conversion = getConversion(currency, settlement)
  if (!conversion) return {}
  const item = {
    payable_amount: conversion.toAccountMoney(amount),
    converted_amount: toMoney(amount, currency),
    exchange_rate: conversion.rate,
  }
  return { net_amount_breakdown: [item] }
}

export const toRefundObject = (context: Context, account: Account, refund: Refund) => {
  const { id, amount, currency, status, captureId } = refund
  const capture = findById(account.captures, captureId)
  const refunds = capture ? listRefunds(account, capture).filter((other) => countsAsRefunded(other)) : []
  const total = refunds.reduce((sum, other) => sum + other.amount, 0)
  return {
    id,
    status,
    ...(status === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    amount: toMoney(amount, currency),
    ...(refund.note === null ? {} : { note_to_payer: refund.note }),
    ...(refund.customId === null ? {} : { custom_id: refund.customId }),
    ...(refund.invoiceId === null ? {} : { invoice_id: refund.invoiceId }),
    seller_payable_breakdown: {
      gross_amount: toMoney(amount, currency),
      paypal_fee: toMoney(0, currency),
      net_amount: toMoney(amount, currency),
      ...describeConversion(refund),
      total_refunded_amount: toMoney(total, currency),
    },
    payer: toPayee(capture?.payee ?? account.merchantId),
    links: [
      { href: `${context.origin()}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${context.origin()}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
    ],
    create_time: formatIsoTime(refund.createdAt),
    update_time: formatIsoTime(refund.updatedAt),
  }
}

export const countsAsRefunded = ({ status }: Refund) => status === 'COMPLETED' || status === 'PENDING'
