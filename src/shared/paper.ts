/** The five looks a paper can have; the words are what a person picks from. */
export const paperThemes = {
  classic: 'Classic Professional',
  modern: 'Modern Blue',
  elegant: 'Elegant Dark',
  minimal: 'Clean Minimal',
  creative: 'Creative Orange',
} as const
export type PaperTheme = keyof typeof paperThemes

/** Everything an invoice or an estimate says, as finished text. PDF, e-mail and public page print it; none of them compute. */
export type Paper = {
  kind: 'Invoice' | 'Estimate'
  number: string
  /** Shown as a mark, e.g. 'PAID', 'DRAFT'; empty when nothing needs saying. */
  mark: string
  business: { name: string; lines: string[] }
  customer: { name: string; lines: string[] }
  /** e.g. { label: 'Issue date', value: 'Jan 05, 2026' } */
  dates: { label: string; value: string }[]
  lines: { description: string; quantity: string; unitPrice: string; total: string }[]
  /** e.g. Subtotal, Tax (8.25%), Total, Paid, Balance due; `strong` marks the one that the eye must find. */
  totals: { label: string; value: string; strong: boolean }[]
  /** A button that leads to the customer's page, e.g. { words: 'Pay online', url: 'https://...' }, or null. */
  link: { words: string; url: string } | null
  notes: string
  terms: string
  theme: PaperTheme
  /** '#rrggbb' */
  primaryColor: string
  accentColor: string
  /** The document's own last change; makes the bytes repeatable. */
  changedAt: Date
}
