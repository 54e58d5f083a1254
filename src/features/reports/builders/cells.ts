import type { DrillDownFigure } from '#server/domain/ledger/figures/drill-down.ts'
import { formatChange } from '#shared/captions.ts'
import type { Report } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Sum } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'

export type Column = Report['table']['columns'][number]
export type Row = Report['table']['rows'][number]
export type Cell = Row['cells'][number]
export type Headline = Report['headline'][number]

export const emptyCell: Cell = {}
export const textCell = (words: string, path?: string | null): Cell => ({ text: words, ...(path && { path }) })
export const countCell = (n: number): Cell => ({ count: n })
/** For an amount that is not a figure of the ledger. */
export const amountCell = (amount: Sum): Cell => ({ amount })

/** The cell opens to the figure's documents. */
export const sumCell = (amount: Sum, figure: DrillDownFigure): Cell => ({ amount, figure })

const rowCreator =
  (role: Row['role']) =>
  (...cells: Cell[]): Row => ({ role, cells })
export const createRow = rowCreator('row')
export const createSubtotal = rowCreator('subtotal')
export const createTotal = rowCreator('total')
export const createHeading = (words: string, width: number): Row => ({
  role: 'heading',
  cells: [textCell(words), ...Array.from({ length: width - 1 }, () => emptyCell)],
})

export const createColumn = (key: string, label: string, kind: Column['kind']): Column => ({ key, label, kind })
export const createComparisonColumns = (previous: Range | null): Column[] =>
  previous ? [createColumn('previous', 'Previous period', 'amount'), createColumn('change', 'Change', 'text')] : []

export const changeCell = (now: Sum, before: Sum): Cell =>
  textCell(before === 0n ? (now === 0n ? '' : '-') : formatChange(now, before).replace(/ from last .*/, ''))

export const createComparisonCells = (figure: DrillDownFigure, previous: Range | null, now: Sum, before: Sum): Cell[] => [
  sumCell(now, figure),
  ...(previous ? [sumCell(before, { ...figure, ...previous }), changeCell(now, before)] : []),
]

export const createHeadline = (label: string, amount: Sum, figure: DrillDownFigure, before: Sum | null = null): Headline => ({
  label,
  amount,
  ...(figure.currency && { currency: figure.currency }),
  previous: before,
  figure,
})

/** undefined is the currency of the business. */
export const toCurrencyRow = (row: Row, currency: Currency | undefined): Row => (currency === undefined ? row : { ...row, currency })
