import { notFound } from '#server/platform/errors/app-error.ts'

/**
 * Parses the row id in a path parameter other than `:id`, such as `:paymentId`.
 * @param what the record's name in the message
 * @throws AppError 404 when the text cannot be a row id
 */
export const parseRowId = (text: string, what: string): number => {
  const id = Number(text)
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(id)) throw notFound(what)
  return id
}
