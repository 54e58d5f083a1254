import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { customers, expenses, items } from '#server/platform/db/schema/business.ts'
import type { CsvColumns } from '#server/platform/http/csv.ts'
import { customersApi } from '#shared/contract/customers.ts'
import { expensesApi } from '#shared/contract/expenses.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { itemsApi } from '#shared/contract/items.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'

type ColumnOf<T extends PgTable> = keyof T['_']['columns'] & string
type EntityCalls = Record<'one' | 'create' | 'update' | 'export', AnyEndpoint>

/** What the rest of the server has to know about a simple record. Columns are named by their properties. */
type EntityDefinition<T extends PgTable, K extends SearchKind> = {
  table: T
  /** Its kind in the search index. */
  kind: K
  /** 'Item', for messages and schemas. */
  name: string
  /** 'Items', for headings. */
  plural: string
  api: EntityCalls
  /** The path of its page, or of the list that opens it. */
  getPath: (id: number | string) => string
  /** The column that the record is called by. */
  title: ColumnOf<T>
  /** The amount that the search shows. */
  amount: ColumnOf<T> | null
  /** The day that the search shows. */
  day: ColumnOf<T> | null
  /** What the search shows below the title, and the further texts that it finds a record by. */
  getSearchTexts: (row: T['$inferSelect']) => {
    subtitle: string | null
    names: readonly (string | null)[]
    more: readonly (string | null)[]
  }
  /** The fields in its history, the columns of its list as a CSV file, and of its spreadsheet in the archive: `customerName`, `taxRateName` and `receiptFile` are added for records that have one. */
  csvColumns: readonly (readonly [title: string, property: ColumnOf<T> | 'customerName' | 'taxRateName' | 'receiptFile'])[]
}

/** What the import of a file has to know about an entity. */
type ImportDefinition = {
  endpoint: AnyEndpoint
  /** SQL expressions by which an imported row equals an existing one; `%` is the row's alias. */
  duplicateKey: readonly string[]
}

const defineEntity = <T extends PgTable, const K extends SearchKind, I extends ImportDefinition | null>(
  definition: EntityDefinition<T, K> & { imports: I },
) => ({
  ...definition,
  /** The table's name, which is also its name in URLs, imports and archives. */
  tableName: getTableName(definition.table) as T['_']['name'],
})

export const customerEntity = defineEntity({
  table: customers,
  kind: 'customer',
  name: 'Customer',
  plural: 'Customers',
  api: customersApi,
  getPath: (id) => `/customers/${id}`,
  title: 'name',
  amount: null,
  day: null,
  // Not names: a customer's documents are not found by its ids.
  getSearchTexts: ({ company, email, vatId, registrationId }) => ({
    subtitle: company ?? email,
    names: [company, email],
    more: [vatId, registrationId],
  }),
  imports: {
    endpoint: importsApi.customers,
    duplicateKey: ['lower(%.name collate "und-x-icu")', 'lower(coalesce(%.email, \'\') collate "und-x-icu")'],
  },
  csvColumns: [
    ['Name', 'name'],
    ['Company', 'company'],
    ['Contact Person', 'contactName'],
    ['Email', 'email'],
    ['Other Recipients', 'otherEmails'],
    ['Phone', 'phone'],
    ['Address', 'address'],
    ['City', 'city'],
    ['State', 'state'],
    ['ZIP Code', 'zipCode'],
    ['Country', 'country'],
    ['Country Code', 'countryCode'],
    ['VAT ID', 'vatId'],
    ['Registration ID', 'registrationId'],
    ['Tax Rate', 'taxRateName'],
    ['Currency', 'currency'],
  ],
})

export const itemEntity = defineEntity({
  table: items,
  kind: 'item',
  name: 'Item',
  plural: 'Items',
  api: itemsApi,
  getPath: (id) => `/items?open=${id}`,
  title: 'name',
  amount: 'unitPrice',
  day: null,
  getSearchTexts: ({ category, description }) => ({ subtitle: category, names: [category], more: [description] }),
  imports: {
    endpoint: importsApi.items,
    duplicateKey: ['lower(%.name collate "und-x-icu")', '%.unit_price'],
  },
  csvColumns: [
    ['Name', 'name'],
    ['Description', 'description'],
    ['Unit Price', 'unitPrice'],
    ['Unit', 'unitCode'],
    ['Tax Rate', 'taxRateName'],
    ['Category', 'category'],
  ],
})

export const expenseEntity = defineEntity({
  table: expenses,
  kind: 'expense',
  name: 'Expense',
  plural: 'Expenses',
  api: expensesApi,
  getPath: (id) => `/expenses?open=${id}`,
  title: 'description',
  amount: 'amount',
  day: 'expenseDate',
  getSearchTexts: ({ vendor, category }) => ({
    subtitle: [vendor, category].filter(Boolean).join(' · '),
    names: [vendor, category],
    more: [],
  }),
  imports: {
    endpoint: importsApi.expenses,
    duplicateKey: ['%.expense_date', '%.amount', '%.description', "coalesce(%.vendor, '')"],
  },
  csvColumns: [
    ['Date', 'expenseDate'],
    ['Description', 'description'],
    ['Category', 'category'],
    ['Amount', 'amount'],
    ['Vendor', 'vendor'],
    ['Customer', 'customerName'],
    ['Receipt URL', 'receiptUrl'],
    ['Receipt File', 'receiptFile'],
  ],
})

/** A row of an exported list as the database returns it; `addTaxRateNames` adds the name of its tax rate. */
export type ExportedRow = Record<string, string | null> & { tax_rate_id: never }

/** The columns of the list of records with a tax rate as a CSV file. */
export const getCsvColumns = ({ csvColumns }: typeof customerEntity | typeof itemEntity): CsvColumns<ExportedRow> =>
  csvColumns.map(([title, property]) => [title, (row) => row[property === 'taxRateName' ? 'tax_rate' : getColumnName(property)] ?? null])

/**
 * The simple records: a table with a list, a form, an import, and a deletion that can be undone. A new one is registered here, which adds it to search
 * results, integrity checks, the storage quota, rate limits, the deletion of accounts, imports, archives and the API documentation.
 */
export const entities = [customerEntity, itemEntity, expenseEntity] as const
export type Entity = (typeof entities)[number]
export type EntityKind = Entity['kind']
/** An entity that files can be imported as. */
export type ImportedEntity = Extract<Entity, { imports: ImportDefinition }>
export const importedEntities = entities.filter((entity): entity is ImportedEntity => entity.imports !== null)
