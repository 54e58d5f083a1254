import { type DocumentLabels, documentLabels } from '#server/domain/documents/labels/index.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentLocale } from '#shared/document-languages.ts'
import { formatDayIn } from '#shared/language-format.ts'
import { type Amount, sum, toAmount, zero } from '#shared/money.ts'
import { computeCredit, getMethodLabel } from '#shared/payment-methods.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { formatPdfMoney } from './pdf-document.ts'

export type Received = { amount: Amount; refunded: Amount }

export type ReceiptTotals = {
  /** Sum of all payments, without regard to refunds. */
  paid: Amount
  refunded: Amount
  /** The balance due; null for a paid invoice with refunds, which are not owed again. */
  balanceDue: Amount | null
  /** The amount kept beyond the total. */
  credit: Amount
  isPaidInFull: boolean
  isAllRefunded: boolean
}

type ReceiptSums = {
  total: Amount
  isPaid: boolean
  writtenOff: Amount
  credited?: Amount
  /** What the customer keeps for the tax office. */
  withheld?: Amount
}

/** @param invoice.isPaid refunds are then not owed again @param invoice.credited below zero where its credit was applied to others */
export const computeReceiptTotals = (
  { total: invoiced, isPaid, writtenOff, credited = zero, withheld = zero }: ReceiptSums,
  payments: readonly Received[],
): ReceiptTotals => {
  const paid = sum(payments.map(({ amount }) => amount))
  const refunded = sum(payments.map((payment) => payment.refunded))
  const kept = toAmount(paid - refunded)
  const total = toAmount(invoiced - credited - withheld)
  return {
    paid,
    refunded,
    balanceDue: isPaid && refunded > 0 && kept + writtenOff < total ? null : toAmount(Math.max(total - kept - writtenOff, 0)),
    credit: computeCredit({ total, paid: kept }),
    isPaidInFull: kept > 0 && kept >= total,
    isAllRefunded: paid > 0 && refunded === paid,
  }
}

export type ReceiptLine = Received & { day: Day; method: string }

export type ReceiptContent = ReceiptSums & {
  locale: DocumentLocale
  currency: Currency
  isSandbox?: boolean
  /** Oldest first; at least one. */
  payments: readonly ReceiptLine[]
  /** The receipt's sequence number within the invoice, from 1. */
  nth: number
}

// By the stored code or label of a payment method; brand names are the same in every language.
const methods: Record<string, keyof DocumentLabels['receipt']['methods']> = {
  ...{ card: 'card', stripe: 'card', Card: 'card', manual: 'byHand' },
  ...{ 'Bank transfer': 'bankTransfer', Cash: 'cash', Check: 'check', Other: 'other' },
}

const formatMethod = (receiptLabels: DocumentLabels['receipt'], method: string) => {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  return known ? receiptLabels.methods[known] : getMethodLabel(method)
}

export const buildReceipt = (
  invoice: PdfDocument,
  { payments, nth, locale, currency, isSandbox = false, ...sums }: ReceiptContent,
): PdfDocument => {
  const { language, number } = invoice
  const labels = documentLabels[language]
  const receiptLabels = labels.receipt
  const { paid, refunded, balanceDue, credit, isPaidInFull, isAllRefunded } = computeReceiptTotals(sums, payments)
  const mark = isAllRefunded ? receiptLabels.marks.refunded : isPaidInFull ? receiptLabels.marks.paidInFull : ''
  const format = (amount: Amount) => formatPdfMoney(amount, currency, locale)
  const total = (label: string, value: string, strong = false) => ({ label, value, strong })
  return {
    ...invoice,
    kind: 'Receipt',
    words: {
      ...invoice.words,
      ...{ title: receiptLabels.title, titles: receiptLabels.titles, number: receiptLabels.number },
      ...{ description: receiptLabels.method, quantity: receiptLabels.paidOn, unitPrice: receiptLabels.refunded, amount: labels.amount },
    },
    number: `${number}-R${nth}`,
    // A sandbox receipt must not look like a real one; the word is the same in every language.
    mark: isSandbox ? 'SANDBOX' : mark,
    markDay: isSandbox ? mark : '',
    dates: [
      { label: labels.invoice.number, value: number },
      { label: receiptLabels.paidOn, value: formatDayIn(locale, payments.at(-1)!.day) },
    ],
    lines: payments.map((payment) => ({
      description: formatMethod(receiptLabels, payment.method),
      quantity: formatDayIn(locale, payment.day),
      unitPrice: payment.refunded > 0 ? format(payment.refunded) : '',
      total: format(payment.amount),
    })),
    totals: [
      total(receiptLabels.invoiceTotal, format(sums.total)),
      ...(sums.withheld ? [total(labels.withholding, format(toAmount(-sums.withheld)))] : []),
      ...(sums.credited ? [total(labels.credited, format(toAmount(-sums.credited)))] : []),
      total(receiptLabels.amountPaid, format(paid), true),
      ...(refunded > 0 ? [total(receiptLabels.refunded, format(toAmount(-refunded)))] : []),
      ...(credit > 0
        ? [total(receiptLabels.credit, format(credit))]
        : balanceDue === null
          ? []
          : [total(labels.balanceDue, format(balanceDue))]),
    ],
    link: credit === 0 && balanceDue !== null && balanceDue > 0 ? invoice.link : null,
    notes: '',
    terms: '',
  }
}
