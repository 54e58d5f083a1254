import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'

/** Converts constraint violations of a document's write to AppErrors with messages for the user; returns other errors unchanged. */
export const explainConstraintError = (error: unknown, of: DocumentType, number: string): unknown => {
  const { constraint } = error as { constraint?: string }
  if (constraint === `${of.documents}_number_key`) {
    const message = `The ${of.name} number ${number} is taken already`
    return new AppError(409, message, { issues: [{ path: of.numberField, message }] })
  }
  if (constraint === `${of.documents}_customer_fk`) return notFound('Customer')
  if (constraint === `${of.lines}_item_fk`) return notFound('Item')
  return error
}
