import type { AnyDocument } from '#server/domain/documents/any-document.ts'
import type { CsvColumns } from '#server/platform/http/csv.ts'
import { toDecimal } from '#shared/money.ts'

export const totalColumns: CsvColumns<AnyDocument> = [
  ['Subtotal', ({ subtotal }) => toDecimal(subtotal)],
  ['Tax Rate', ({ taxRate }) => toDecimal(taxRate)],
  ['Tax Amount', ({ taxAmount }) => toDecimal(taxAmount)],
  ['Total', ({ total }) => toDecimal(total)],
]

export const textColumns: CsvColumns<AnyDocument> = [
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]
