import type { PageSize, PdfDocument } from '#shared/pdf-document.ts'

type Party = PdfDocument['business']

/** A sum and its name, e.g. { label: 'Total Revenue', value: '$1,234.56' }; `remark` is a quieter line below it, or ''. */
export type ReportFigure = { label: string; value: string; remark: string }

/** A chart's bars as the parts of its height that they cover, from 0 at the foot to 1 at the head. */
export type ReportChart = {
  /** One or several side by side or upon each other; `series` says which of the names it belongs to. */
  bars: { left: number; width: number; bottom: number; top: number; series: number }[]
  series: string[]
  /** Lines across, each with what it stands for. */
  rulers: { at: number; label: string; isZero: boolean }[]
  /** Words below the bars; `at` is the middle of what they name. */
  labels: { at: number; label: string }[]
  /** What somebody hears who can't see it. */
  alt: string
}

/** Everything a report says, as finished text; the template computes nothing. */
export type ReportDocument = {
  title: string
  business: Party
  /** Whom it goes to, with the address; null for a report that its owner reads himself. */
  recipient: Party | null
  /** e.g. { label: 'Period', value: 'Jan 01, 2026 to Jan 31, 2026' } */
  facts: { label: string; value: string }[]
  figures: ReportFigure[]
  chart: ReportChart | null
  /** Figures stand at the right, their digits below each other. */
  columns: { label: string; isFigure: boolean }[]
  rows: { role: 'row' | 'heading' | 'subtotal' | 'total'; cells: string[] }[]
  /** Stands in the table's place when it has no rows. */
  nothing: string
  /** Said below a table that has more rows than are shown; '' when it has all. */
  cut: string
  /** A row of sums with a heading that stands on its own below the table, the last of them the strongest; without sums there is none. */
  closing: { label: string; value: string }[]
  closingTitle: string
  notes: string[]
  logo: PdfDocument['logo']
  size: PageSize
  /** Whose shapes Chinese, Japanese and Korean characters have; what the report itself says is English. */
  language: string
  primaryColor: string
  accentColor: string
}
