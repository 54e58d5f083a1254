import type { z } from 'zod'
import type { Prepared } from '#server/platform/db/client.ts'
import { readCursor, writeCursor } from '#server/platform/db/lists.ts'
import { type Caller, JsonText, type Page } from '#server/platform/http/route.ts'
import type { invoiceQuery } from '#shared/api/invoices.ts'
import type { Day } from '#shared/dates.ts'
import { findInvoices } from './read.ts'
import { recordIn, someInvoices } from './record.ts'

type Query = z.output<typeof invoiceQuery>

const newestFirst = '-issueDate'
// 'Nulls last' is how the index has them; without the word PostgreSQL sorts all of the user's invoices instead of walking it.
const order = 'i.issue_date desc nulls last, i.id desc nulls last'
const pageOf = (where: string) => `
  select coalesce(json_agg(r order by page.nth) filter (where page.nth <= $4), '[]')::text as rows,
         (max(page.issue_date) filter (where page.nth = $4))::text as "sortValue", max(page.id) filter (where page.nth = $4) as id, count(*) > $4 as more
  from (
    select i.*, row_number() over (order by ${order}) as nth
    from invoices i where i.user_id = $1 and i.deleted_at is null ${where} order by ${order} limit $4::bigint + 1
  ) page cross join lateral (${recordIn('page')}) r`
export const firstPage = { name: 'invoices.first-page', text: pageOf('') }
const nextPage = { name: 'invoices.next-page', text: pageOf('and (i.issue_date, i.id) < ($5::date, $6::int)') }
const some = {
  name: 'invoices.some-as-text',
  text: `select coalesce(json_agg(r order by page.nth), '[]')::text as rows
    from ${someInvoices} cross join lateral (${recordIn('page')}) r`,
}

/** More invoices than anybody has. */
const all = 2_147_483_647

/**
 * The list as the reply that it becomes: the database writes the JSON, and nothing is parsed here. What the invoices page opens with, newest first
 * and unfiltered, is one prepared query that walks an index; every other wish finds its rows first.
 * @param origin what comes before the paths of payment links
 */
export const invoiceList = async (user: Caller, query: Query, today: Day, origin: string): Promise<Page<JsonText>> => {
  const { sort = newestFirst, status, search, limit = all, after } = query
  if (sort !== newestFirst || status || search)
    return user.tx(async (db) => {
      const { ids, next } = await findInvoices(db, query, today)
      const [found] = await db.rows<{ rows: string }>(some.text, [user.id, today, origin, ids], some.name)
      return { rows: new JsonText(found!.rows), next }
    })
  const shared = [user.id, today, origin, limit]
  const page: Prepared =
    after === undefined ? { ...firstPage, values: shared } : { ...nextPage, values: [...shared, ...place(readCursor(after, sort, 'date'))] }
  const [found] = await user.read<{ rows: string; sortValue: string; id: number; more: boolean }>(page)
  return { rows: new JsonText(found!.rows), next: found!.more ? writeCursor(sort, found!) : null }
}

const place = ({ value, id }: { value: string; id: number }) => [value, id]
