import { notFound } from '#server/platform/errors/app-error.ts'
import { readRowId } from '#shared/row-id.ts'

/** For parameters other than `:id`. @throws AppError 404 */
export const parseRowId = (text: string, what: string): number => {
  const id = readRowId(text)
  if (id === undefined) throw notFound(what)
  return id
}
