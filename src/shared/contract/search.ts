import { z } from 'zod'
import { find } from '#shared/endpoint.ts'
import { searchEndpoints } from './endpoints/search.ts'
import { amount, calendarDay } from './fields.ts'
import { searchFilter } from './lists.ts'

/** The groups of what a search finds, in the order in which they are shown. */
export const searchKinds = ['invoice', 'estimate', 'customer', 'item', 'expense'] as const
export type SearchKind = (typeof searchKinds)[number]

/** The most of each kind that an answer holds. */
export const searchLimit = 5

export const searchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.int(),
  /** Number, name or description. */
  title: z.string(),
  /** Whom it is for, or what it is about. */
  subtitle: z.string().nullable(),
  amount: amount.nullable(),
  day: calendarDay.nullable(),
  /** Where the record is. */
  path: z.string(),
})

export const searchReply = z.object({
  /** The best first, at most `searchLimit` of a kind. */
  hits: z.array(searchHit),
  /** Kinds of which there are more. */
  more: z.array(z.enum(searchKinds)),
  /** What was looked for instead, when nothing is spelt like what was typed; null otherwise. */
  corrected: z.string().nullable(),
})
export type SearchReplyWire = z.input<typeof searchReply>

export const searchApi = { find: find(searchEndpoints.find, z.strictObject({ q: searchFilter.search }), searchReply) }
