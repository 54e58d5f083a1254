import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, id, instants, int8, notArchived, percent, version } from './columns.ts'
import { owner } from './identity.ts'

/** The tax rates that lines can name, such as "VAT 19%" or "GST + QST". */
export const taxRates = pgTable(
  'tax_rates',
  {
    userId: owner(),
    id: id(),
    version: version(),
    name: text().notNull(),
    /** A code of UNTDID 5305, as in `document_taxes`; null where invoices need none. */
    category: text().$type<'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M'>(),
    /** Why no tax is charged: a code of the list VATEX, and the text that is printed. */
    exemptionCode: text(),
    exemptionReason: text(),
    /** An archived rate stays on the documents that name it, and is not offered for new lines. */
    archivedAt: at(),
    ...instants,
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    uniqueIndex('tax_rates_name_key').on(t.userId, sql`lower(${t.name} collate "und-x-icu")`).where(sql`archived_at is null`),
    check('tax_rates_category', sql`${t.category} in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M')`),
    check(
      'tax_rates_exemption',
      sql`case when ${t.category} in ('E', 'AE', 'K', 'G', 'O') then ${t.exemptionReason} is not null
        else ${t.exemptionReason} is null and ${t.exemptionCode} is null end`,
    ),
  ],
)

/** The parts of a rate in their order, such as the state's and the city's tax. */
export const taxRateComponents = pgTable(
  'tax_rate_components',
  {
    userId: int8().notNull(),
    taxRateId: int8().notNull(),
    position: notArchived('components stand in their order', smallint().notNull()),
    name: text().notNull(),
    percent: percent().notNull(),
    /** Computed on the taxes before it as well. */
    isCompound: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.taxRateId, t.position] }),
    foreignKey({
      name: 'tax_rate_components_rate_fk',
      columns: [t.userId, t.taxRateId],
      foreignColumns: [taxRates.userId, taxRates.id],
    }).onDelete('cascade'),
    check('tax_rate_components_position', sql`${t.position} between 1 and 4`),
    check('tax_rate_components_percent', sql`${t.percent} between 0 and 100`),
    check('tax_rate_components_compound', sql`not (${t.isCompound} and ${t.position} = 1)`),
  ],
)
