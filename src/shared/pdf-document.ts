import type { DocumentLanguage } from './document-languages.ts'

/** The designs of documents with their names in the form. */
export const documentDesigns = {
  classic: 'Classic Professional',
  modern: 'Modern Blue',
  elegant: 'Elegant Dark',
  minimal: 'Clean Minimal',
  creative: 'Creative Orange',
} as const
export type DocumentDesign = keyof typeof documentDesigns

/** The default colors of each design; any other two can be chosen. */
export const designColors: Record<DocumentDesign, { primary: string; accent: string }> = {
  classic: { primary: '#1f3a5f', accent: '#8a5a2b' },
  modern: { primary: '#0f2f57', accent: '#0079F2' },
  elegant: { primary: '#1c2128', accent: '#c3a065' },
  minimal: { primary: '#111111', accent: '#d0342c' },
  creative: { primary: '#2a1a3e', accent: '#f97316' },
}

/** Page sizes with their names in the form. */
export const pageSizes = { letter: 'US Letter', a4: 'A4' } as const
export type PageSize = keyof typeof pageSizes

/** The labels printed on a page, in the document's language. */
export type PageLabels = {
  /** 'Invoice', 'Estimate', 'Credit note' or 'Receipt'. */
  title: string
  /** The plural of the title. */
  titles: string
  /** The label of the number, e.g. 'Invoice number'. */
  number: string
  from: string
  billedTo: string
  preparedFor: string
  description: string
  quantity: string
  unitPrice: string
  amount: string
  notes: string
  terms: string
  /** The heading above the link in the margin. */
  online: string
  /** With the placeholders '{page}' and '{pages}', e.g. 'Page {page} of {pages}'. */
  pageOf: string
  /** Alternative texts for screen readers; '{name}' is the business, in `qrOf` the link's label. */
  logoOf: string
  qrOf: string
}

/** An invoice, an estimate, a credit note or a receipt as finished text for the PDF engine, which computes nothing. */
export type PdfDocument = {
  kind: 'Invoice' | 'Estimate' | 'Credit note' | 'Receipt'
  language: DocumentLanguage
  words: PageLabels
  number: string
  /** The stamp, e.g. 'PAID', 'DRAFT'; '' for none. */
  mark: string
  /** The text below the stamp, e.g. the payment date; '' for none. */
  markDay: string
  business: { name: string; lines: string[] }
  customer: { name: string; lines: string[] }
  /** e.g. { label: 'Issue date', value: 'Jan 05, 2026' } */
  dates: { label: string; value: string }[]
  /** A receipt lists payments here: method, date, refunded amount, amount. An empty column is left out. */
  lines: { description: string; quantity: string; unitPrice: string; total: string }[]
  /** e.g. Subtotal, Tax (8.25%), Total, Paid, Balance due; `strong` marks the most important row, usually the last. */
  totals: { label: string; value: string; strong: boolean }[]
  /** The link to the customer's page, e.g. { words: 'Pay online', url: 'https://...' }, or null. */
  link: { words: string; url: string } | null
  notes: string
  terms: string
  /** The logo: its bytes, or its key in the renderer's object store. A logo that can't be drawn is left out. */
  logo: { bytes: Uint8Array; type: 'image/png' | 'image/jpeg' } | { key: string } | null
  size: PageSize
  theme: DocumentDesign
  /** '#rrggbb' */
  primaryColor: string
  accentColor: string
  /** When the document was last changed; used as the PDF's timestamp, so that equal documents give equal bytes. */
  changedAt: Date
}
