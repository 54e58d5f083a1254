import { z } from 'zod'
import { find } from '#shared/endpoint.ts'
import { getRecordKind, type RecordKind, recordTypeNames } from '#shared/record-types.ts'
import { searchEndpoints } from './endpoints/search.ts'
import { calendarDay, currency, exactDecimal } from './fields.ts'
import { searchFilter } from './lists.ts'

export const searchKinds: readonly RecordKind[] = recordTypeNames.map(getRecordKind)
export type SearchKind = RecordKind

export const searchLimit = 5

export const searchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.int(),
  title: z.string(),
  subtitle: z.string().nullable(),
  amount: exactDecimal.nullable(),
  /** null for records whose amounts are in the currency of the business. */
  currency: currency.nullable(),
  day: calendarDay.nullable(),
  path: z.string(),
  /** Of an invoice: record a payment, send it by email. */
  actions: z.array(z.enum(['payment', 'send'])),
})

export const searchReply = z.object({
  /** Best matches first, at most `searchLimit` of a kind. */
  hits: z.array(searchHit),
  more: z.array(z.enum(searchKinds)),
  /** Searched when the typed query had no match. */
  corrected: z.string().nullable(),
  /** What the query said of period and status, as parameters of the lists of documents and expenses; null for nothing. */
  filter: z.record(z.string(), z.string()).nullable(),
})
export type SearchReplyWire = z.input<typeof searchReply>

export const searchApi = { find: find(searchEndpoints.find, z.strictObject({ q: searchFilter.search }), searchReply) }
