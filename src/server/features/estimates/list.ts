import { sql } from 'drizzle-orm'
import { estimateType } from '#server/domain/documents/document-type.ts'
import { createFinder, customerNameSql } from '#server/domain/documents/lists/find.ts'
import { createDocumentList } from '#server/domain/documents/lists/list.ts'
import { estimateRecordSql } from './record.ts'

const company = sql`coalesce(case when p.customer_as_sent is null then c.company else p.customer_as_sent ->> 'company' end, '')`

export const estimateFinder = createFinder(estimateType, [customerNameSql, company])

/** The user's estimates in pages, newest first by default. */
export const estimateList = createDocumentList(estimateType, estimateRecordSql, estimateFinder)
