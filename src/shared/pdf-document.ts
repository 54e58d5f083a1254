import type { DocumentLanguage } from './document-languages.ts'

export const documentDesigns = {
  classic: 'Classic Professional',
  modern: 'Modern Blue',
  elegant: 'Elegant Dark',
  minimal: 'Clean Minimal',
  creative: 'Creative Orange',
} as const
export type DocumentDesign = keyof typeof documentDesigns

export const designColors: Record<DocumentDesign, { primary: string; accent: string }> = {
  classic: { primary: '#1f3a5f', accent: '#8a5a2b' },
  modern: { primary: '#0f2f57', accent: '#0079F2' },
  elegant: { primary: '#1c2128', accent: '#c3a065' },
  minimal: { primary: '#111111', accent: '#d0342c' },
  creative: { primary: '#2a1a3e', accent: '#f97316' },
}

export const pageSizes = { letter: 'US Letter', a4: 'A4' } as const
export type PageSize = keyof typeof pageSizes

export type PageLabels = {
  title: string
  titles: string
  number: string
  from: string
  billedTo: string
  preparedFor: string
  description: string
  quantity: string
  unitPrice: string
  tax: string
  amount: string
  notes: string
  terms: string
  online: string
  pageOf: string
  /** For screen readers; '{name}' is the business, in `qrOf` the link's label. */
  logoOf: string
  qrOf: string
}

/** The payment part of a Swiss bill, with its receipt; `code` is the text of the Swiss QR code. */
export type SwissBillPart = {
  code: string
  language: string
  words: Record<
    | ('paymentPart' | 'receipt' | 'account' | 'reference' | 'message')
    | ('payableBy' | 'payableByBlank' | 'currency' | 'amount' | 'acceptancePoint'),
    string
  >
  account: string[]
  reference: string | null
  message: string | null
  /** Null for a frame to write in. */
  payer: string[] | null
  currency: string
  amount: string
}

/** How to pay by transfer; `code` is the text of a code for banking apps, and `scan` says what it is for. With a Swiss bill there is no such code. */
export type Transfer = {
  title: string
  rows: { label: string; value: string }[]
  code: string | null
  scan: string
  swissBill?: SwissBillPart | null
}

/** Finished text: the PDF engine computes nothing. */
export type PdfDocument = {
  kind: 'Invoice' | 'Estimate' | 'Credit note' | 'Receipt'
  language: DocumentLanguage
  words: PageLabels
  number: string
  /** e.g. 'PAID'; '' for no stamp. */
  mark: string
  markDay: string
  business: { name: string; lines: string[] }
  customer: { name: string; lines: string[] }
  dates: { label: string; value: string }[]
  /** Above the lines: what the customer's books look for. */
  references?: { label: string; value: string }[]
  /** Of a receipt the payments: method, date, refunded amount, amount. An empty column is left out. */
  lines: { description: string; quantity: string; unitPrice: string; tax?: string; total: string }[]
  /** `strong` marks the most important row, usually the last. */
  totals: { label: string; value: string; strong: boolean }[]
  link: { words: string; url: string } | null
  transfer?: Transfer | null
  notes: string
  terms: string
  /** A logo that can't be drawn is left out. The key is one of the renderer's object store. */
  logo: { bytes: Uint8Array; type: 'image/png' | 'image/jpeg' } | { key: string } | null
  size: PageSize
  theme: DocumentDesign
  primaryColor: string
  accentColor: string
  /** The PDF's timestamp, so that equal documents give equal bytes. */
  changedAt: Date
}
