import type { DocumentWords } from '#shared/pdf-document.ts'

/** What one kind of paper is called, and what its dates are. */
type KindWords = Pick<DocumentWords, 'title' | 'titles' | 'number'> & {
  issueDate: string
  /** The day on which it is due, or up to which it is good. */
  endDate: string
}

/** What a receipt says. */
type ReceiptWords = Pick<DocumentWords, 'title' | 'titles' | 'number'> & {
  paidOn: string
  method: string
  amountPaid: string
  /** Of what was paid, what went back. */
  refunded: string
  invoiceTotal: string
  /** What came beyond the total, and is the customer's. */
  credit: string
  /** At most 24 characters each. */
  marks: { paidInFull: string; refunded: string }
  /** The ways in which money comes; `byHand`: its owner only says that it came. */
  methods: { card: string; bankTransfer: string; cash: string; check: string; other: string; byHand: string }
}

/** Everything that papers say of themselves in one language, as those write it who keep books in it. */
export type DocumentLabels = Omit<DocumentWords, keyof KindWords> & {
  invoice: KindWords
  estimate: KindWords
  receipt: ReceiptWords
  subtotal: string
  tax: string
  total: string
  paid: string
  balanceDue: string
  taxNumber: string
  payOnline: string
  viewAndAccept: string
  /** At most 24 characters each. */
  marks: { draft: string; paid: string; refunded: string; partlyRefunded: string; accepted: string; declined: string; expired: string }
  sample: SampleText
}

/** The made-up contents of a sample page. */
export type SampleText = {
  customer: { name: string; company: string; address: string; city: string }
  /** What was done: three pieces of work, the first with a second line. */
  lines: [string, string, string]
  notes: string
  /** Of an invoice that is due after 30 days. */
  terms: string
}
