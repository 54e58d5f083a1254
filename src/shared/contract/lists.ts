import { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'
import { dayInput } from './fields.ts'

/** Maximum rows and bytes of a page, whichever is reached first; a page has at least one row, however large. */
export const maxPageSize = 1000
export const maxReplyBytes = 4_000_000

const limit = z
  .string(`limit must be a whole number from 1 to ${maxPageSize}`)
  .regex(/^\d{1,4}$/, `limit must be a whole number from 1 to ${maxPageSize}`)
  .transform(Number)
  .refine((n) => n >= 1 && n <= maxPageSize, `limit must be a whole number from 1 to ${maxPageSize}`)

/** Filter by a case-insensitive substring of the searched fields. */
export const searchFilter = {
  search: z
    .string('search must be text')
    .max(textLimits.search, `search can have at most ${textLimits.search} characters`)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), "search has a character that can't be searched")
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
    .optional(),
}

/** Filter by a range of days, both ends included; either may be missing. */
export const dayRangeFilter = { from: dayInput('From').optional(), to: dayInput('To').optional() }

/** 'name' ascending or '-name' descending. */
export type Sort<Name extends string> = Name | `-${Name}`

/** The sort orders of a list, each in both directions. */
export const sortBy = <Name extends string>(names: readonly Name[]) => {
  const all = names.flatMap((name): Sort<Name>[] => [name, `-${name}`])
  return z.enum(all as [Sort<Name>, ...Sort<Name>[]], `sort must be one of ${all.join(', ')}`).optional()
}

/** A cursor contains a sort value of up to 500 characters, each escaped in up to 6 bytes, encoded in base64. */
const maxCursor = 5000

/** Whether a list leaves out what its screen doesn't show: line items, texts and tax. */
export const shortForm = {
  short: z
    .enum(['true', 'false'], 'short must be true or false')
    .transform((text) => text === 'true')
    .optional(),
}

/** Paging of a list: `limit` is the page size (default: the maximum), `after` the cursor from the previous page. */
export const paging = {
  limit: limit.optional(),
  after: z.string('after must be a cursor').max(maxCursor, 'after is too long for a cursor').optional(),
}
