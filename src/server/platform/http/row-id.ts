import { notFound } from '#server/platform/errors/app-error.ts'

/**
 * The row number in a part of an address that isn't `:id`, e.g. `:paymentId`.
 * @throws AppError 404 when it can't be one
 */
export const parseRowId = (text: string, what: string): number => {
  const id = Number(text)
  if (!/^[1-9]\d{0,9}$/.test(text) || id > 2_147_483_647) throw notFound(what)
  return id
}
