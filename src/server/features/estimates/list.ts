import { sql } from 'drizzle-orm'
import { customerName, finderOf } from '#server/papers/find.ts'
import { estimateKind } from '#server/papers/kind.ts'
import { listOf } from '#server/papers/list.ts'
import { records } from './record.ts'

const company = sql`coalesce(case when p.customer_as_sent is null then c.company else p.customer_as_sent ->> 'company' end, '')`

export const finder = finderOf(estimateKind, [customerName, company])

/** The user's estimates that match, newest first unless asked otherwise, a page at a time. */
export const estimates = listOf(estimateKind, records, finder)
