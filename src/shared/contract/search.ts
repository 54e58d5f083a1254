import { z } from 'zod'
import { find } from '#shared/endpoint.ts'
import { getRecordKind, type RecordKind, recordTypeNames } from '#shared/record-types.ts'
import { searchEndpoints } from './endpoints/search.ts'
import { calendarDay, currency, exactDecimal } from './fields.ts'
import { searchFilter } from './lists.ts'

/** Kinds of search results, in display order. */
export const searchKinds: readonly RecordKind[] = recordTypeNames.map(getRecordKind)
export type SearchKind = RecordKind

/** Maximum number of results of each kind. */
export const searchLimit = 5

export const searchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.int(),
  /** Number, name or description. */
  title: z.string(),
  /** Customer, vendor or category. */
  subtitle: z.string().nullable(),
  amount: exactDecimal.nullable(),
  /** Of an invoice or estimate; null for other records, whose amounts are in the currency of the business. */
  currency: currency.nullable(),
  day: calendarDay.nullable(),
  /** Path of the record's page. */
  path: z.string(),
  /** What can be done with an invoice at once: record a payment, send it by email. */
  actions: z.array(z.enum(['payment', 'send'])),
})

export const searchReply = z.object({
  /** Best matches first, at most `searchLimit` of a kind. */
  hits: z.array(searchHit),
  /** Kinds with more matches than listed. */
  more: z.array(z.enum(searchKinds)),
  /** The corrected query that was searched when the typed one had no match; null otherwise. */
  corrected: z.string().nullable(),
})
export type SearchReplyWire = z.input<typeof searchReply>

export const searchApi = { find: find(searchEndpoints.find, z.strictObject({ q: searchFilter.search }), searchReply) }
