import type { PageSize, PdfDocument } from '#shared/pdf-document.ts'

type Party = PdfDocument['business']

/** A key figure, for example { label: 'Total Revenue', value: '$1,234.56' }; `remark` is a muted line below it, or ''. */
export type ReportFigure = { label: string; value: string; remark: string }

/** A bar chart. All coordinates are shares of its width and height, from 0 to 1; 0 is left and bottom. */
export type ReportChart = {
  /** Side by side or stacked; `series` is an index into the names below. */
  bars: { left: number; width: number; bottom: number; top: number; series: number }[]
  series: string[]
  /** Horizontal grid lines with their values. */
  rulers: { at: number; label: string; isZero: boolean }[]
  /** Labels below the bars, centered at `at`. */
  labels: { at: number; label: string }[]
  /** The alternative text for screen readers. */
  alt: string
}

/** A report as finished texts; the template computes nothing. */
export type ReportDocument = {
  title: string
  business: Party
  /** The addressee; null for reports for the business itself. */
  recipient: Party | null
  /** For example { label: 'Period', value: 'Jan 01, 2026 to Jan 31, 2026' }. */
  facts: { label: string; value: string }[]
  figures: ReportFigure[]
  chart: ReportChart | null
  /** Figures are right-aligned with tabular digits. */
  columns: { label: string; isFigure: boolean }[]
  rows: { role: 'row' | 'heading' | 'subtotal' | 'total'; cells: string[] }[]
  /** Shown instead of a table without rows. */
  emptyText: string
  /** Shown below a table that has been cut; '' for a complete one. */
  cut: string
  /** Rows of totals below the table; the last total of each is emphasized. */
  closings: { title: string; sums: { label: string; value: string }[] }[]
  notes: string[]
  logo: PdfDocument['logo']
  size: PageSize
  /** The language whose variants of Han characters are used. The report's own texts are English. */
  language: string
  primaryColor: string
  accentColor: string
}
