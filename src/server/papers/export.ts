import type { Columns } from '#server/platform/csv.ts'
import { toDecimal } from '#shared/money.ts'
import type { AnyPaper } from './any-paper.ts'

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
