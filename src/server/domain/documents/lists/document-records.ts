import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type AnyDocument,
  type DocumentType,
  getEndDay,
  getNumber,
  readText,
  type StoredDocument,
} from '#server/domain/documents/document-type.ts'
import { createFinder, customerNameSql, type DocumentFilter, type Finder } from '#server/domain/documents/lists/find.ts'
import { createDocumentList } from '#server/domain/documents/lists/list.ts'
import { buildRecordSql, type TypeSpecific } from '#server/domain/documents/lists/record-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { ListQuery } from '#server/platform/db/pagination.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import type { Caller, FileReply } from '#server/platform/http/route.ts'
import type { Day } from '#shared/dates.ts'
import { addUp, parseSum, type Sum, sum, toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { capitalize, toTitle } from '#shared/record-types.ts'

const getUsualColumns = (type: DocumentType): CsvColumns<StoredDocument> => [
  [toTitle(type.noun), (document) => getNumber(type, document)],
  ['Customer', ({ customer }) => customer.name],
  ['Email', ({ customer }) => customer.email],
  ['Status', ({ status }) => capitalize(status)],
  ['Issue Date', ({ issueDate }) => issueDate],
  ...(type.end ? [[toTitle(type.end.label), (document: object) => getEndDay(type, document)!] as const] : []),
  ...Object.entries(type.ownTexts).map(
    ([name, label]) => [toTitle(label), (document: object) => readText(document, name) || null] as const,
  ),
]

/** With tax included in the prices, subtotal, discount and charges are amounts with tax. */
const totalColumns: CsvColumns<StoredDocument> = [
  ['Currency', ({ currency }) => currency],
  ['Prices Include Tax', ({ pricesIncludeTax }) => (pricesIncludeTax ? 'Yes' : null)],
  ['Subtotal', ({ subtotal }) => toDecimal(subtotal)],
  ['Discount', ({ discountAmount }) => toDecimal(discountAmount)],
  ['Charges', ({ chargeAmount }) => toDecimal(chargeAmount)],
  ['Net', ({ netAmount }) => toDecimal(netAmount)],
  ['Tax Rate', ({ taxRate }) => (taxRate === null ? null : formatHundredths(taxRate))],
  ['Tax Amount', ({ taxAmount }) => toDecimal(taxAmount)],
  ['Rounding', ({ rounding }) => toDecimal(rounding)],
  ['Total', ({ total }) => toDecimal(total)],
  // In the currency of the business; empty while no exchange rate is known.
  ['Home Total', ({ homeTotal }) => (homeTotal === null ? null : toDecimal(homeTotal))],
]

const textColumns: CsvColumns<AnyDocument> = [
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]

type NamedTax = { name: string | null; percent: string }
/** 'VAT 19%', also for a tax that is already called that. */
const getTaxTitle = ({ name, percent }: NamedTax): string => (name?.includes(`${percent}%`) ? name : `${name} ${percent}%`)

/** They follow the other columns, so that those keep their places. A tax without a name has the net amount as its base. */
const readTaxColumns = async (db: UserDb, finder: Finder, filter: DocumentFilter, today: Day): Promise<CsvColumns<AnyDocument>> => {
  const { rows } = await db.orm.execute<NamedTax>(sql`
    select t.name, trim_scale(t.percent)::text as percent from document_taxes t
    where t.user_id = ${db.userId} and t.name is not null and t.document_id in (select p.id ${finder.matching(db, filter, today)})
    group by t.name, t.percent order by t.name collate natural_order, t.percent desc`)
  return [...new Set(rows.map(getTaxTitle))].flatMap((title) =>
    (['base', 'amount'] as const).map((field) => [
      `${title} ${field}`,
      ({ taxes }: AnyDocument) => {
        const amounts = taxes.filter((tax) => tax.name !== null && getTaxTitle(tax) === title).map((tax) => tax[field])
        return amounts.length === 0 ? null : toDecimal(sum(amounts))
      },
    ]),
  )
}

export type SummarySums = { count: number; total: Sum; withoutRate: number }

type Declared<Stored, Status extends string> = {
  schema: z.ZodType<Stored>
  sql?: TypeSpecific
  /** The field with the customer's page, `publicUrl` if missing. Stored is its path, which stays valid when the server's URL changes. */
  link?: keyof Stored & ('publicUrl' | 'paymentUrl')
  /** Texts besides number and name by which the list is searched, in SQL with the document `p` and its customer `c`; never null. */
  searched?: SQL[]
  statuses: readonly Status[]
  /** Of its CSV file: before the totals, if there are more than the usual ones, and between them and the notes. */
  columns?: (usual: CsvColumns<Stored>) => CsvColumns<Stored>
  furtherColumns?: CsvColumns<Stored>
  /** Whose totals the summary adds up, in SQL with the document `p`; all, if missing. */
  inTotal?: SQL
}

/** Reads the documents of a type: one, lists, summaries and CSV files. */
export const createDocumentRecords = <Stored extends StoredDocument, const Status extends string>(
  type: DocumentType,
  declared: Declared<Stored, Status>,
) => {
  const { schema, sql: own = {}, link = 'publicUrl', searched = [], statuses, furtherColumns = [], inTotal = sql`true` } = declared
  const usual = getUsualColumns(type)
  const columns = declared.columns?.(usual) ?? usual
  const recordSql = buildRecordSql(type, own, link)
  const finder = createFinder(type, [customerNameSql, ...searched])
  const list = createDocumentList(type, recordSql, finder)
  const all = z.array(schema)
  const parse = (rows: unknown[]): Stored[] => all.parse(rows)

  return {
    type,
    recordSql,
    finder,
    list,
    parse,
    statuses,
    withAbsoluteUrls:
      (absolute: (path: string) => string) =>
      (found: Stored): Stored => ({ ...found, [link]: readText(found, link) ? absolute(readText(found, link)) : null }),

    /** @throws AppError 404 */
    get: async (db: UserDb, id: number, today: Day): Promise<Stored> => {
      const [found] = parse(await db.rows(recordSql.one, [db.userId, today, '', id], `${type.name}s.one`))
      if (!found) throw notFound(type.title)
      return found
    },

    /** Serializes edits, answers, emails and deletions. `status` is the stored one, which isn't 'expired' by date. @throws AppError 404 */
    lock: async (db: UserDb, id: number): Promise<Pick<Stored, 'version' | 'status'>> => {
      const [found] = await db.rows<Pick<Stored, 'version' | 'status'>>(
        `select version, status from documents where user_id = $1 and id = $2 and type = '${type.name}' and deleted_at is null for no key update`,
        [db.userId, id],
        `${type.name}s.lock`,
      )
      if (!found) throw notFound(type.title)
      return found
    },

    exportList: (user: Caller, query: ListQuery & DocumentFilter, today: Day): Promise<FileReply> =>
      createCsvReply<Stored>(
        user,
        async (db) => [...columns, ...totalColumns, ...furtherColumns, ...textColumns, ...(await readTaxColumns(db, finder, query, today))],
        `${type.name}s-${today}.csv`,
        async function* (db) {
          for await (const rows of list.all(db, query, today)) yield parse(rows)
        },
      ),

    summarize: async (
      db: UserDb,
      { status: asked, ...filter }: DocumentFilter,
      today: Day,
    ): Promise<SummarySums & { byStatus: (SummarySums & { status: Status })[] }> => {
      const { rows } = await db.orm.execute<{ status: Status; count: number; total: string; withoutRate: number }>(sql`
        select ${finder.displayedStatus(today)} as status, count(*)::int as count,
               coalesce(sum(p.home_total) filter (where ${inTotal}), 0.00)::text as total,
               count(*) filter (where ${inTotal} and p.home_total is null)::int as "withoutRate"
        ${finder.matching(db, filter, today)} group by 1`)
      const byStatus = statuses.map((status) => {
        const { count, total, withoutRate } = rows.find((row) => row.status === status) ?? { count: 0, total: '0', withoutRate: 0 }
        return { status, count, total: parseSum(total), withoutRate }
      })
      return { ...addSums(byStatus.filter(({ status }) => !asked || status === asked)), byStatus }
    },
  }
}
export type DocumentRecords<Stored extends StoredDocument> = ReturnType<typeof createDocumentRecords<Stored, string>>

export const addSums = (all: readonly SummarySums[]): SummarySums => ({
  count: all.reduce((before, { count }) => before + count, 0),
  total: addUp(all.map(({ total }) => total)),
  withoutRate: all.reduce((before, { withoutRate }) => before + withoutRate, 0),
})
