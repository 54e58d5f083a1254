import type { DrillDownFigure } from '#server/domain/ledger/figures/drill-down.ts'
import { formatChange } from '#shared/captions.ts'
import type { FigureRef, Report } from '#shared/contract/reports.ts'
import { type Cents, toDecimal } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'

export type Column = Report['table']['columns'][number]
export type Row = Report['table']['rows'][number]
export type Cell = Row['cells'][number]
export type Headline = Report['headline'][number]

export const emptyCell: Cell = {}
export const textCell = (words: string, path?: string | null): Cell => ({ text: words, ...(path && { path }) })
export const countCell = (n: number): Cell => ({ count: n })
/** An amount that is no sum of documents. */
export const amountCell = (amount: Cents): Cell => ({ amount })

const refOf = ({ rate, ...figure }: DrillDownFigure): FigureRef => ({ ...figure, ...(rate !== undefined && { rate: toDecimal(rate) }) })
/** An amount that can be opened to the documents that it is the sum of. */
export const sumCell = (amount: Cents, figure: DrillDownFigure): Cell => ({ amount, figure: refOf(figure) })

const rowOf =
  (role: Row['role']) =>
  (...cells: Cell[]): Row => ({ role, cells })
export const createRow = rowOf('row')
export const createSubtotal = rowOf('subtotal')
export const createTotal = rowOf('total')
/** @param width how many columns the table has */
export const createHeading = (words: string, width: number): Row => ({
  role: 'heading',
  cells: [textCell(words), ...Array.from({ length: width - 1 }, () => emptyCell)],
})

export const createColumn = (key: string, label: string, kind: Column['kind']): Column => ({ key, label, kind })
/** What stands behind this period's column; nothing where there is nothing before. */
export const createComparisonColumns = (previous: Range | null): Column[] =>
  previous ? [createColumn('previous', 'Previous period', 'amount'), createColumn('change', 'Change', 'text')] : []

/** '+12.5%'; '-' when there was nothing before. */
export const changeCell = (now: Cents, before: Cents): Cell =>
  textCell(before === 0 ? (now === 0 ? '' : '-') : formatChange(now, before).replace(/ from last .*/, ''))

/** A figure of this period beside that of the one before. */
export const createComparisonCells = (figure: DrillDownFigure, previous: Range | null, now: Cents, before: Cents): Cell[] => [
  sumCell(now, figure),
  ...(previous ? [sumCell(before, { ...figure, ...previous }), changeCell(now, before)] : []),
]

/** A figure that the eye should meet first. */
export const createHeadline = (label: string, amount: Cents, figure: DrillDownFigure, before: Cents | null = null): Headline => ({
  label,
  amount,
  previous: before,
  figure: refOf(figure),
})
