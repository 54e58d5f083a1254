import { sql } from 'drizzle-orm'
import { createFinder, customerNameSql } from '#server/papers/find.ts'
import { estimateType } from '#server/papers/kind.ts'
import { createDocumentList } from '#server/papers/list.ts'
import { estimateRecordSql } from './record.ts'

const company = sql`coalesce(case when p.customer_as_sent is null then c.company else p.customer_as_sent ->> 'company' end, '')`

export const estimateFinder = createFinder(estimateType, [customerNameSql, company])

/** The user's estimates that match, newest first unless asked otherwise, a page at a time. */
export const estimateList = createDocumentList(estimateType, estimateRecordSql, estimateFinder)
