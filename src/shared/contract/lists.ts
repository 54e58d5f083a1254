import { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'

/** The most rows that one page may hold, and the most bytes, whichever comes first; a single row comes however large it is. */
export const maxPageSize = 1000
export const maxReplyBytes = 4_000_000

const limit = z
  .string(`limit must be a whole number from 1 to ${maxPageSize}`)
  .regex(/^\d{1,4}$/, `limit must be a whole number from 1 to ${maxPageSize}`)
  .transform(Number)
  .refine((n) => n >= 1 && n <= maxPageSize, `limit must be a whole number from 1 to ${maxPageSize}`)

/** Which of a list's rows: a case-insensitive part of the searched fields. */
export const searchFilter = {
  search: z
    .string('search must be text')
    .max(textLimits.search, `search can have at most ${textLimits.search} characters`)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), "search has a character that can't be searched")
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .optional(),
}

/** 'name' ascending or '-name' descending. */
export type Sort<Name extends string> = Name | `-${Name}`

/** The orders that a list offers, each in both directions. */
export const sortBy = <Name extends string>(names: readonly Name[]) => {
  const all = names.flatMap((name): Sort<Name>[] => [name, `-${name}`])
  return z.enum(all as [Sort<Name>, ...Sort<Name>[]], `sort must be one of ${all.join(', ')}`).optional()
}

/** A cursor holds a text of the longest that are sorted by, 500 characters, each written in up to 6 bytes, and those in base64. */
const maxCursor = 5000

/** Which page of a list. Without `limit` it has as many rows as a page may hold; `after` is the cursor that the page before handed out. */
export const paging = {
  limit: limit.optional(),
  after: z.string('after must be a cursor').max(maxCursor, 'after is too long for a cursor').optional(),
}
