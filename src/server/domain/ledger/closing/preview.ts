import type { z } from 'zod'
import { customerNameSql } from '#server/domain/ledger/figures/contributions.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { closingPreview } from '#shared/contract/books.ts'
import type { Day } from '#shared/dates.ts'
import { parseAmount } from '#shared/money.ts'

type Preview = z.output<typeof closingPreview>

/** Rows that are listed; all are counted. */
const maxListed = 50

const invoiceColumns = `d.id, d.number as "invoiceNumber", ${customerNameSql('d')} as "customerName"`
const draftsQuery = `
  select ${invoiceColumns}, d.issue_date as "issueDate", d.total::text, (count(*) over ())::int as count
  from documents d
  where d.user_id = $1 and d.type = 'invoice' and d.deleted_at is null and d.status = 'draft' and d.issue_date <= $2
  order by d.issue_date, d.id limit ${maxListed}`
const reviewsQuery = `
  select ${invoiceColumns}, (count(*) over ())::int as count from documents d
  where d.user_id = $1 and d.type = 'invoice' and exists (
    select 1 from payment_attempts a where a.user_id = $1 and a.document_id = d.id and a.status = 'review')
  order by d.id limit ${maxListed}`
const entriesQuery = `
  select count(*)::int as count from journal_entries
  where user_id = $1 and day <= $2 and day > coalesce((select closed_through from books where user_id = $1), '-infinity')`

type Counted<T> = T & { count: number }

export const previewClosing = async (db: UserDb, throughDay: Day): Promise<Preview> => {
  const [drafts, reviews, [entries]] = await Promise.all([
    db.rows<Counted<Omit<Preview['drafts'][number], 'total'> & { total: string }>>(draftsQuery, [db.userId, throughDay]),
    db.rows<Counted<Preview['reviews'][number]>>(reviewsQuery, [db.userId]),
    db.rows<{ count: number }>(entriesQuery, [db.userId, throughDay]),
  ])
  return {
    drafts: drafts.map(({ count, total, ...draft }) => ({ ...draft, total: parseAmount(total) })),
    draftCount: drafts[0]?.count ?? 0,
    reviews: reviews.map(({ count, ...review }) => review),
    reviewCount: reviews[0]?.count ?? 0,
    entryCount: entries!.count,
  }
}
