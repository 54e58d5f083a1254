import { notFound } from '#server/platform/errors/app-error.ts'
import { readRowId } from '#shared/row-id.ts'

/**
 * For path parameters other than `:id`. `what` is the record's name in the message. @throws AppError 404 when the text cannot be a row id
 */
export const parseRowId = (text: string, what: string): number => {
  const id = readRowId(text)
  if (id === undefined) throw notFound(what)
  return id
}
