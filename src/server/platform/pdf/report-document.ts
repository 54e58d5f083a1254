import type { PageSize, PdfDocument } from '#shared/pdf-document.ts'

type Party = PdfDocument['business']

/** `remark` is a muted line below the figure, or ''. */
export type ReportFigure = { label: string; value: string; remark: string }

/** All coordinates are shares of its width and height, from 0 to 1; 0 is left and bottom. */
export type ReportChart = {
  /** `series` is an index into the names below. */
  bars: { left: number; width: number; bottom: number; top: number; series: number }[]
  series: string[]
  rulers: { at: number; label: string; isZero: boolean }[]
  labels: { at: number; label: string }[]
  alt: string
}

/** Finished texts; the template computes nothing. */
export type ReportDocument = {
  title: string
  business: Party
  /** Null for reports for the business itself. */
  recipient: Party | null
  /** { label: 'Period', value: 'Jan 01, 2026 to Jan 31, 2026' } */
  facts: { label: string; value: string }[]
  figures: ReportFigure[]
  chart: ReportChart | null
  /** Right-aligned, with tabular digits. */
  columns: { label: string; isFigure: boolean }[]
  rows: { role: 'row' | 'heading' | 'subtotal' | 'total'; cells: string[] }[]
  /** Instead of a table without rows. */
  emptyText: string
  /** Below a table that has been cut; '' for a complete one. */
  cut: string
  /** The last total of each is emphasized. */
  closings: { title: string; sums: { label: string; value: string }[] }[]
  notes: string[]
  logo: PdfDocument['logo']
  size: PageSize
  /** For variants of Han characters. The report's own texts are English. */
  language: string
  primaryColor: string
  accentColor: string
}
