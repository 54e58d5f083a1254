import { type DocumentLabels, documentLabels, formatDayIn } from '#server/domain/documents/labels/index.ts'
import type { Day } from '#shared/dates.ts'
import { type Cents, cents, formatMoney } from '#shared/money.ts'
import { getMethodLabel } from '#shared/payment-methods.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { computeReceiptTotals, type Received } from './receipt-totals.ts'

/** A payment on a receipt; `method` as stored. */
export type ReceiptLine = Received & { day: Day; method: string }

/** The data of a receipt. */
export type ReceiptContent = {
  total: Cents
  isPaid: boolean
  /** Whether a payment was made in the sandbox. */
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

const methodIn = (words: DocumentLabels['receipt'], method: string) => {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  return known ? words.methods[known] : getMethodLabel(method)
}

/**
 * Builds the receipt for an invoice's payments, with the design, language and parties of the invoice.
 * @param invoice the invoice's PDF input
 */
export const receiptDocument = (invoice: PdfDocument, { payments, nth, isSandbox = false, ...sums }: ReceiptContent): PdfDocument => {
  const { language, number } = invoice
  const all = documentLabels[language]
  const words = all.receipt
  const { paid, refunded, balanceDue, credit, isPaidInFull, isAllRefunded } = computeReceiptTotals(sums, payments)
  const mark = isAllRefunded ? words.marks.refunded : isPaidInFull ? words.marks.paidInFull : ''
  const total = (label: string, value: string, strong = false) => ({ label, value, strong })
  return {
    ...invoice,
    kind: 'Receipt',
    words: {
      ...invoice.words,
      ...{ title: words.title, titles: words.titles, number: words.number },
      ...{ description: words.method, quantity: words.paidOn, unitPrice: words.refunded, amount: all.amount },
    },
    number: `${number}-R${nth}`,
    // A sandbox receipt must not look like a real one; the word is the same in every language.
    mark: isSandbox ? 'SANDBOX' : mark,
    markDay: isSandbox ? mark : '',
    dates: [
      { label: all.invoice.number, value: number },
      { label: words.paidOn, value: formatDayIn(language, payments.at(-1)!.day) },
    ],
    lines: payments.map((payment) => ({
      description: methodIn(words, payment.method),
      quantity: formatDayIn(language, payment.day),
      unitPrice: payment.refunded > 0 ? formatMoney(payment.refunded) : '',
      total: formatMoney(payment.amount),
    })),
    totals: [
      total(words.invoiceTotal, formatMoney(sums.total)),
      total(words.amountPaid, formatMoney(paid), true),
      ...(refunded > 0 ? [total(words.refunded, formatMoney(cents(-refunded)))] : []),
      ...(credit > 0
        ? [total(words.credit, formatMoney(credit))]
        : balanceDue === null
          ? []
          : [total(all.balanceDue, formatMoney(balanceDue))]),
    ],
    link: credit === 0 && balanceDue !== null && balanceDue > 0 ? invoice.link : null,
    notes: '',
    terms: '',
  }
}
