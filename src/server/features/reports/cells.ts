import type { Opened } from '#server/books/documents.ts'
import type { FigureRef, Report } from '#shared/api/reports.ts'
import { changeCaption } from '#shared/captions.ts'
import { type Cents, toDecimal } from '#shared/money.ts'
import type { Range } from '#shared/periods.ts'

export type Column = Report['table']['columns'][number]
export type Row = Report['table']['rows'][number]
export type Cell = Row['cells'][number]
export type Headline = Report['headline'][number]

export const empty: Cell = {}
export const text = (words: string, path?: string | null): Cell => ({ text: words, ...(path && { path }) })
export const count = (n: number): Cell => ({ count: n })
/** An amount that is no sum of documents. */
export const plain = (amount: Cents): Cell => ({ amount })

const refOf = ({ rate, ...figure }: Opened): FigureRef => ({ ...figure, ...(rate !== undefined && { rate: toDecimal(rate) }) })
/** An amount that can be opened to the documents that it is the sum of. */
export const sumCell = (amount: Cents, figure: Opened): Cell => ({ amount, figure: refOf(figure) })

const rowOf =
  (role: Row['role']) =>
  (...cells: Cell[]): Row => ({ role, cells })
export const row = rowOf('row')
export const subtotal = rowOf('subtotal')
export const total = rowOf('total')
/** @param width how many columns the table has */
export const heading = (words: string, width: number): Row => ({
  role: 'heading',
  cells: [text(words), ...Array.from({ length: width - 1 }, () => empty)],
})

export const column = (key: string, label: string, kind: Column['kind']): Column => ({ key, label, kind })
/** What stands behind this period's column; nothing where there is nothing before. */
export const comparison = (previous: Range | null): Column[] =>
  previous ? [column('previous', 'Previous period', 'amount'), column('change', 'Change', 'text')] : []

/** '+12.5%'; '-' when there was nothing before. */
export const changeCell = (now: Cents, before: Cents): Cell =>
  text(before === 0 ? (now === 0 ? '' : '-') : changeCaption(now, before).replace(/ from last .*/, ''))

/** A figure of this period beside that of the one before. */
export const compared = (figure: Opened, previous: Range | null, now: Cents, before: Cents): Cell[] => [
  sumCell(now, figure),
  ...(previous ? [sumCell(before, { ...figure, ...previous }), changeCell(now, before)] : []),
]

/** A figure that the eye should meet first. */
export const headline = (label: string, amount: Cents, figure: Opened, before: Cents | null = null): Headline => ({
  label,
  amount,
  previous: before,
  figure: refOf(figure),
})
