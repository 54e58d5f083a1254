import { sql } from 'drizzle-orm'
import type { AnyDocument, StoredDocument } from '#server/domain/documents/document-type.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { CsvColumns } from '#server/platform/http/csv.ts'
import type { Day } from '#shared/dates.ts'
import { sum, toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import type { DocumentFilter, Finder } from './find.ts'

/** With tax included in the prices, subtotal, discount and charges are amounts with tax. */
export const totalColumns: CsvColumns<StoredDocument> = [
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

export const textColumns: CsvColumns<AnyDocument> = [
  ['Notes', ({ notes }) => notes],
  ['Terms', ({ terms }) => terms],
]

type NamedTax = { name: string | null; percent: string }
/** 'VAT 19%', also for a tax that is already called that. */
const getTaxTitle = ({ name, percent }: NamedTax): string => (name?.includes(`${percent}%`) ? name : `${name} ${percent}%`)

/** They follow the other columns, so that those keep their places. A tax without a name has the net amount as its base. */
export const readTaxColumns = async (db: UserDb, finder: Finder, filter: DocumentFilter, today: Day): Promise<CsvColumns<AnyDocument>> => {
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
