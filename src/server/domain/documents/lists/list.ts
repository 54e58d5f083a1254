import { mayExceedReply, recordBytesSql } from '#server/domain/documents/content-size.ts'
import type { DocumentType } from '#server/domain/documents/document-type.ts'
import type { Prepared, UserDb } from '#server/platform/db/client.ts'
import { decodeCursor, encodeCursor, type ListQuery, type Page } from '#server/platform/db/pagination.ts'
import { type Caller, JsonText } from '#server/platform/http/route.ts'
import { maxPageSize, maxReplyBytes } from '#shared/contract/lists.ts'
import type { Day } from '#shared/dates.ts'
import type { DocumentFilter, Finder } from './find.ts'
import type { Form, RecordSql } from './record-sql.ts'

const newestFirst = '-issueDate'
// The indexes are 'nulls last'; without it PostgreSQL sorts all of the user's documents instead of scanning an index.
const order = 'p.issue_date desc nulls last, p.id desc nulls last'

/** The database builds the reply's JSON, which isn't parsed here. The default list is one prepared query that scans an index. */
export const createDocumentList = (type: DocumentType, records: RecordSql, { find, findAll }: Finder) => {
  // One row more than requested shows whether there is a next page.
  const selectDocuments = (where: string) => `
      from documents p where p.user_id = $1 and p.type = '${type.name}' and p.deleted_at is null ${where}
      window upto as (order by ${order} rows unbounded preceding) order by ${order} limit $4::bigint + 1`
  const buildPageSql = (where: string, form: Form) => `
  select coalesce(json_agg(r order by page.nth) filter (where page.nth <= $4), '[]')::text as rows,
         (max(page.issue_date) filter (where page.nth = $4))::text as "sortValue", max(page.id) filter (where page.nth = $4) as id,
         coalesce(max(page.nth) > $4, false) as more
  from (select p.*, row_number() over upto as nth ${selectDocuments(where)}) page cross join lateral (${records.in('page', form)}) r`
  // Records are built only for the rows that fit.
  const buildFittingPageSql = (where: string, form: Form) => `
  select coalesce(json_agg(r order by page.nth), '[]')::text as rows, (max(page.issue_date) filter (where page.nth = page.given))::text as "sortValue",
         max(page.id) filter (where page.nth = page.given) as id, coalesce(bool_or(page.found > page.given), false) as more
  from (
    select candidate.*, count(*) over () as found,
           count(*) filter (where nth <= $4 and (nth = 1 or bytes <= ${maxReplyBytes})) over () as given
    from (
      select p.*, row_number() over upto as nth, sum(${recordBytesSql(type, form)}) over upto as bytes ${selectDocuments(where)}
    ) candidate
  ) page cross join lateral (${records.in('page', form)}) r where page.nth <= page.given`
  const prepare = (form: Form) => {
    const build = mayExceedReply(type, form) ? buildFittingPageSql : buildPageSql
    return {
      firstPage: { name: `${type.name}s.first-page-${form}`, text: build('', form) },
      nextPage: { name: `${type.name}s.next-page-${form}`, text: build('and (p.issue_date, p.id) < ($5::date, $6::bigint)', form) },
      some: {
        name: `${type.name}s.some-as-text-${form}`,
        text: `select coalesce(json_agg(r order by page.nth), '[]')::text as rows
          from ${records.some} cross join lateral (${records.in('page', form)}) r`,
      },
    }
  }
  const statements = { full: prepare('full'), short: prepare('short') }

  /** @param origin the prefix of the paths of public pages */
  const reply = async (
    user: Caller,
    query: ListQuery & DocumentFilter & { short?: boolean | undefined },
    today: Day,
    origin: string,
  ): Promise<Page<JsonText>> => {
    const { sort = newestFirst, status, search, from, to, customerId, limit = maxPageSize, after } = query
    const form = query.short ? 'short' : 'full'
    const { firstPage, nextPage, some } = statements[form]
    if (sort !== newestFirst || status || search || from || to || customerId !== undefined)
      return user.tx(async (db) => {
        const { ids, next } = await find(db, query, today, form)
        const [found] = await db.rows<{ rows: string }>(some.text, [user.id, today, origin, ids], some.name)
        return { rows: new JsonText(found!.rows), next }
      })
    const shared = [user.id, today, origin, limit]
    const page: Prepared =
      after === undefined
        ? { ...firstPage, values: shared }
        : { ...nextPage, values: [...shared, ...toCursorValues(decodeCursor(after, sort, 'date'))] }
    const [found] = await user.read<{ rows: string; sortValue: string; id: number; more: boolean }>(page)
    return { rows: new JsonText(found!.rows), next: found!.more ? encodeCursor(sort, found!) : null }
  }

  /** Rows for the contract's schema; links are paths. @param db a transaction with one snapshot */
  async function* all(db: UserDb, query: ListQuery & DocumentFilter, today: Day): AsyncGenerator<unknown[]> {
    for await (const ids of findAll(db, query, today))
      yield await db.rows(
        `select r.* from ${records.some} cross join lateral (${records.in('page')}) r order by page.nth`,
        [db.userId, today, '', ids],
        `${type.name}s.some`,
      )
  }

  return { reply, all, firstPage: statements.full.firstPage }
}

const toCursorValues = ({ value, id }: { value: string; id: number }) => [value, id]
