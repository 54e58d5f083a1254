import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type Amount, formatMoney, toAmount, toDecimal } from '#shared/money.ts'
import { manualMethods } from '#shared/payment-methods.ts'
import { textLimits } from '#shared/text-limits.ts'
import { choiceField, dayField, flagField, moneyField, rateField, textField } from './action.ts'

// What the actions on money ask for, for the form that asks and for the server that checks.

const upTo = (amount: Amount, what: string, currency: Currency) => ({
  amount,
  refusal: `Amount must be at most ${what}, ${formatMoney(amount, currency)}`,
})

type Due = { currency: Currency; due: Amount }

export const writeOffFields = ({ currency, due, issueDate }: Due & { issueDate: string }) => ({
  amount: moneyField('Amount', { currency, value: toDecimal(due), most: upTo(due, 'the balance due', currency) }),
  day: dayField('Date', { first: { day: issueDate as Day, of: 'the issue date of the invoice' } }),
  reason: textField('Reason', {
    isOptional: true,
    hint: 'Internal: the customer doesn’t see it.',
    maxLength: textLimits.writeOffReason,
    placeholder: 'e.g. out of business',
  }),
  recoversTax: flagField('Take back the tax part', {}),
})

/** `discount`: what may be credited for an early payment. A payment that does not fit beside a write-off undoes it; what it has beyond the balance due is credit of the customer. */
export const paymentFields = ({
  currency,
  due,
  writtenOff,
  home,
  sendsReceipt,
  discount,
}: Due & { writtenOff: Amount; home: Currency; sendsReceipt: boolean; discount?: Amount }) => ({
  amount: moneyField('Amount', {
    isWide: true,
    currency,
    // Of what is written off in part, the balance due is what the customer is asked for.
    value: toDecimal(due === 0 ? writtenOff : due),
  }),
  paymentDate: dayField('Payment Date', {}),
  paymentMethod: choiceField('Payment Method', { of: manualMethods }),
  ...(currency !== home && {
    exchangeRate: rateField('Exchange Rate', { isOptional: true, isWide: true }),
    homeAmount: moneyField(`Received in ${home}`, { isOptional: true, currency: home }),
  }),
  ...(discount !== undefined && { earlyPaymentDiscount: flagField('Discount taken', { value: true }) }),
  notes: textField('Note', { isOptional: true, placeholder: "e.g. the transfer's reference" }),
  sendReceipt: flagField('Send a receipt', { value: sendsReceipt }),
})

export const creditRefundFields = ({
  currency,
  creditLeft,
  issueDate,
  home,
}: {
  currency: Currency
  creditLeft: Amount
  issueDate: string
  home: Currency
}) => ({
  amount: moneyField('Amount', {
    currency,
    value: toDecimal(creditLeft),
    most: {
      amount: creditLeft,
      refusal: `Amount must be at most ${formatMoney(creditLeft, currency)}, which is what is left of this credit note`,
    },
  }),
  day: dayField('Date', { first: { day: issueDate as Day, of: 'that of the credit note' } }),
  paymentMethod: choiceField('Payment Method', { of: manualMethods, isWide: true }),
  ...(currency !== home && {
    homeAmount: moneyField(`Given back in ${home}`, {
      isOptional: true,
      isWide: true,
      currency: home,
      hint: 'Left empty, it follows from the rate of that day.',
    }),
  }),
  notes: textField('Note', {
    isOptional: true,
    hint: 'Internal: the customer doesn’t see it.',
    maxLength: textLimits.paymentNote,
    placeholder: "e.g. the transfer's reference",
  }),
})

export const creditApplicationFields = ({ currency, due, credit, issueDate }: Due & { credit: Amount; issueDate: string }) => ({
  amount: moneyField('Amount', {
    currency,
    value: toDecimal(toAmount(Math.min(due, credit))),
    most: due < credit ? upTo(due, 'the balance due', currency) : upTo(credit, 'the credit of the customer', currency),
  }),
  day: dayField('Date', { first: { day: issueDate as Day, of: 'the issue date of the invoice' } }),
})
