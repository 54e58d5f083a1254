import type { PageSize, PdfDocument } from '#shared/pdf-document.ts'

type Party = PdfDocument['business']

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

/** The template computes nothing. */
export type ReportDocument = {
  title: string
  business: Party
  recipient: Party | null
  facts: { label: string; value: string }[]
  figures: ReportFigure[]
  chart: ReportChart | null
  /** Right-aligned, with tabular digits. */
  columns: { label: string; isFigure: boolean }[]
  rows: { role: 'row' | 'heading' | 'subtotal' | 'total'; cells: string[] }[]
  emptyText: string
  cut: string
  /** The last total of each is emphasized. */
  closings: { title: string; sums: { label: string; value: string }[] }[]
  notes: string[]
  logo: PdfDocument['logo']
  size: PageSize
  /** Of the report's own texts. */
  language: string
  /** `pageOf` and `logoOf` have placeholders. */
  words: { to: string; notes: string; pageOf: string; logoOf: string }
  primaryColor: string
  accentColor: string
}
