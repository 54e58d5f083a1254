import type { z } from 'zod'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { lineItemInput } from '#shared/contract/documents.ts'
import { type Cents, toDecimal } from '#shared/money.ts'

/** Converts constraint violations of a document's write to AppErrors with messages for the user; returns other errors unchanged. */
export const explainConstraintError = (error: unknown, type: DocumentType, number: string): unknown => {
  const { constraint } = error as { constraint?: string }
  if (constraint === `${type.table}_number_key`) {
    const message = `The ${type.name} number ${number} is taken already`
    return new AppError(409, message, { issues: [{ path: type.numberField, message }] })
  }
  if (constraint === `${type.table}_customer_fk`) return notFound('Customer')
  if (constraint === `${type.lineTable}_item_fk`) return notFound('Item')
  return error
}

/** A document's lines as JSON for `jsonb_to_recordset`. @param totals one per line */
export const toLineRows = (lines: readonly z.output<typeof lineItemInput>[], totals: readonly Cents[]): string =>
  JSON.stringify(
    lines.map((line, i) => ({
      position: i + 1,
      item_id: line.itemId ?? null,
      description: line.description,
      quantity: toDecimal(line.quantity),
      unit_price: toDecimal(line.unitPrice),
      total: toDecimal(totals[i]!),
    })),
  )

/** The columns of `toLineRows`, for `jsonb_to_recordset`. */
export const lineColumnsSql = 'position int, item_id int, description text, quantity numeric, unit_price numeric, total numeric'
