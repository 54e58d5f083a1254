import type { DocumentLanguage } from './document-languages.ts'

/** The five looks a paper can have; the words are what a person picks from. */
export const documentDesigns = {
  classic: 'Classic Professional',
  modern: 'Modern Blue',
  elegant: 'Elegant Dark',
  minimal: 'Clean Minimal',
  creative: 'Creative Orange',
} as const
export type DocumentDesign = keyof typeof documentDesigns

/** The colours in which each look was drawn: what a form may offer with it. Any two others work as well. */
export const themeColors: Record<DocumentDesign, { primary: string; accent: string }> = {
  classic: { primary: '#1f3a5f', accent: '#8a5a2b' },
  modern: { primary: '#0f2f57', accent: '#0079F2' },
  elegant: { primary: '#1c2128', accent: '#c3a065' },
  minimal: { primary: '#111111', accent: '#d0342c' },
  creative: { primary: '#2a1a3e', accent: '#f97316' },
}

/** The two sheets of the world, by the words that a person knows them by. */
export const pageSizes = { letter: 'US Letter', a4: 'A4' } as const
export type PageSize = keyof typeof pageSizes

/** The words that a page itself says, in its language. */
export type DocumentWords = {
  /** Its title: 'Invoice', 'Estimate' or 'Receipt'. */
  title: string
  /** The same of several. */
  titles: string
  /** What stands before its number, e.g. 'Invoice number'. */
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
  /** Heads the link where it stands in the margin. */
  online: string
  /** '{page}' and '{pages}' stand for the numbers, e.g. 'Page {page} of {pages}'. */
  pageOf: string
  /** For those who hear the page: '{name}' stands for the business, and in the second for what the link says. */
  logoOf: string
  qrOf: string
}

/** Everything an invoice, an estimate or a receipt says, as finished text. PDF, e-mail and public page print it; none of them compute. */
export type PdfDocument = {
  kind: 'Invoice' | 'Estimate' | 'Receipt'
  language: DocumentLanguage
  words: DocumentWords
  number: string
  /** Shown as a mark, e.g. 'PAID', 'DRAFT'; empty when nothing needs saying. */
  mark: string
  /** What stands below the mark, e.g. the day of the payment; empty when nothing does. */
  markDay: string
  business: { name: string; lines: string[] }
  customer: { name: string; lines: string[] }
  /** e.g. { label: 'Issue date', value: 'Jan 05, 2026' } */
  dates: { label: string; value: string }[]
  /** A receipt lists payments: how, when, what went back of it, and how much. A column in which nothing stands is left out. */
  lines: { description: string; quantity: string; unitPrice: string; total: string }[]
  /** e.g. Subtotal, Tax (8.25%), Total, Paid, Balance due; `strong` marks the one that the eye must find, mostly the last. */
  totals: { label: string; value: string; strong: boolean }[]
  /** A button that leads to the customer's page, e.g. { words: 'Pay online', url: 'https://...' }, or null. */
  link: { words: string; url: string } | null
  notes: string
  terms: string
  /** The picture of the business: its bytes, or the key by which the renderer's store has it. One that can't be drawn is left out. */
  logo: { bytes: Uint8Array; type: 'image/png' | 'image/jpeg' } | { key: string } | null
  size: PageSize
  theme: DocumentDesign
  /** '#rrggbb' */
  primaryColor: string
  accentColor: string
  /** The document's own last change; makes the bytes repeatable. */
  changedAt: Date
}
