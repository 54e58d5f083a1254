import { csvFile } from '#server/platform/csv.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { toDecimal } from '#shared/money.ts'
import type { AnyPaper } from './any-paper.ts'

/** Each column's name, and what stands in it. */
export type Columns<Paper> = [string, (paper: Paper) => string | null][]

export const sumColumns: Columns<AnyPaper> = [
  ['Subtotal', ({ subtotal }) => toDecimal(subtotal)],
  ['Tax Rate', ({ taxRate }) => toDecimal(taxRate)],
  ['Tax Amount', ({ taxAmount }) => toDecimal(taxAmount)],
  ['Total', ({ total }) => toDecimal(total)],
]

export const wordColumns: Columns<AnyPaper> = [
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]

/** Papers as a CSV file, a row each. */
export const papersCsv = <Paper>(columns: Columns<Paper>, papers: readonly Paper[], fileName: string): FileReply =>
  csvFile(
    columns.map(([name]) => name),
    papers.map((paper) => columns.map(([, cell]) => cell(paper))),
    fileName,
  )
