import type { PageLabels } from '#shared/pdf-document.ts'

/** Labels of one document type: names and dates. */
type TypeLabels = Pick<PageLabels, 'title' | 'titles' | 'number'> & {
  issueDate: string
  /** Label of the due date or expiry date. */
  endDate: string
}

/** Labels of a receipt. */
type ReceiptLabels = Pick<PageLabels, 'title' | 'titles' | 'number'> & {
  paidOn: string
  method: string
  amountPaid: string
  /** Label of refunded amounts. */
  refunded: string
  invoiceTotal: string
  /** Label of the customer's credit (overpayment). */
  credit: string
  /** Stamps of at most 24 characters. */
  marks: { paidInFull: string; refunded: string }
  /** Payment methods; `byHand`: recorded manually by the owner. */
  methods: { card: string; bankTransfer: string; cash: string; check: string; other: string; byHand: string }
}

/** All labels of documents in one language, in the usual terms of its bookkeeping. */
export type DocumentLabels = Omit<PageLabels, keyof TypeLabels> & {
  invoice: TypeLabels
  estimate: TypeLabels
  'credit-note': Omit<TypeLabels, 'endDate'>
  receipt: ReceiptLabels
  subtotal: string
  tax: string
  /** What a tax is computed on, with the placeholder '{amount}', e.g. 'on {amount}'. */
  taxBase: string
  discount: string
  /** Of prices that include tax. */
  subtotalWithTax: string
  netAmount: string
  rounding: string
  total: string
  paid: string
  /** What credit notes took off an invoice. */
  credited: string
  /** The line of a credit note for an amount, with the placeholder '{number}'. */
  creditFor: string
  /** The title of an invoice that asks for a deposit. */
  depositInvoice: string
  /** The title of an invoice that asks for money in advance, without tax. */
  retainerInvoice: string
  /** What an estimate asks for when it is accepted. */
  depositOnAcceptance: string
  /** Its line, with the placeholder '{number}' of the invoice or the estimate. */
  depositFor: string
  /** The line that deducts a deposit, with the placeholder '{number}' of its invoice. */
  depositDeducted: string
  balanceDue: string
  /** A part of the total with its own due date, with placeholders, e.g. 'Payment {n} of {count}, due {day}'. */
  instalment: string
  taxNumber: string
  vatId: string
  payOnline: string
  viewAndAccept: string
  /** Stamps of at most 24 characters. */
  marks: {
    draft: string
    credited: string
    voided: string
    paid: string
    refunded: string
    partlyRefunded: string
    accepted: string
    declined: string
    expired: string
  }
  sample: SampleText
}

/** The contents of a sample document. */
export type SampleText = {
  customer: { name: string; company: string; address: string; city: string }
  /** Descriptions of three lines, the first with a line break. */
  lines: [string, string, string]
  notes: string
  /** Terms of an invoice that is due after 30 days. */
  terms: string
}
