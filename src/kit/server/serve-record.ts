import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Field } from '#model/fields.ts'
import { findMoneyProblem } from '#model/money-problem.ts'
import type { RecordModel, recordAddresses } from '#model/record.ts'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { addTaxRateNames, requireTaxRate } from '#server/domain/tax/tax-rates.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { getViolatedForeignKey } from '#server/platform/db/database-errors.ts'
import { inNaturalOrder, inNaturalOrderBlankLast, type ListQuery, type Page, type SortKey } from '#server/platform/db/pagination.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type CsvColumns, createCsvReply } from '#server/platform/http/csv.ts'
import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import { createOwnedTable, type OwnedTable } from '#server/platform/records/owned-table.ts'
import type { Day } from '#shared/dates.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { trackRecord } from './track-record.ts'

type Columns = Readonly<Record<string, PgColumn>>

/** Binds a record to its table and its endpoints. A field without a column is a type error. */
export const bindRecord = <M extends RecordModel, T extends OwnedTable & Record<keyof M['fields'], PgColumn>, A extends Api>(
  model: M,
  table: T,
  api: A,
) => ({ ...model, table, api })
type Addresses = ReturnType<typeof recordAddresses<'items'>>
type Api = { [Name in keyof Addresses]: AnyEndpoint }
type Entity = RecordModel & { table: OwnedTable; api: Api }

/** How a list is sorted by a field of each kind; blank names come last in both directions. */
const sortBy = (field: Field | undefined, column: PgColumn): ((descending: boolean) => SortKey) => {
  if (!field) return () => ({ by: column.getSQL(), type: 'bigint' })
  if (field.kind === 'money' || field.kind === 'price') return () => ({ by: column.getSQL(), type: 'numeric' })
  if (field.kind === 'moneyDay') return () => ({ by: column.getSQL(), type: 'date' })
  return (descending) => ({ by: field.isOptional ? inNaturalOrderBlankLast(column, descending) : inNaturalOrder(column), type: 'text' })
}

/** The sort orders of a record's list; 'created' is the order of ids. */
export const createSorts = ({ list, fields }: RecordModel, table: OwnedTable): Record<string, (descending: boolean) => SortKey> => {
  const columns = table as unknown as Columns
  return Object.fromEntries(list.sorts.map((name) => [name, sortBy((fields as Record<string, Field>)[name], columns[name] ?? columns.id!)]))
}

/** The rows of a record. @param searchText the lower-case text that a search of its list matches, if it is more than the stored one */
export const createRecordTable = <E extends Entity>(entity: E, searchText?: SQL) =>
  // The type of the generic table guarantees its columns.
  createOwnedTable(entity.table as E['table'], entity.name, trackRecord(entity), createSorts(entity, entity.table), searchText)

/** A row for a CSV file as the database returns it, with the names that it refers to. */
type ExportedRow = Record<string, string | boolean | null> & { tax_rate_id: never }
const nameColumns = { taxRate: 'tax_rate', customer: 'customer_name', receipt: null }

const toCell = (value: string | boolean | null) => (typeof value === 'boolean' ? (value ? 'Yes' : null) : value)

const getCsvColumns = ({ columns }: Entity): CsvColumns<ExportedRow> =>
  columns.flatMap(({ name, field, heading }) => {
    const column = field.kind === 'ref' ? nameColumns[field.to] : getColumnName(name)
    return column === null ? [] : [[heading, (row: ExportedRow) => toCell(row[column] ?? null)] as const]
  })

type Query = ListQuery & { search?: string | undefined }
/** The calls of any record. */
type RecordEndpoints = {
  [Name in keyof Api]: Omit<AnyEndpoint, 'path' | 'query'> &
    Pick<Addresses[Name], 'path'> &
    (Name extends 'list' | 'summary' | 'export' ? { query: z.ZodType<Query> } : unknown)
}
type Row = { id: number } & Readonly<Record<string, unknown>>

/** What a record does differently. Each step runs in the transaction of its request. */
type Own<Saved extends Row, Shown, Q extends Query> = {
  list?: (db: UserDb, query: Q, today: Day) => Promise<Page<unknown[]>>
  summary?: (db: UserDb, query: Q) => Promise<unknown>
  /** All rows of the list in batches, with columns as in the database. */
  all?: (db: UserDb, query: Q) => AsyncGenerator<object[]>
  one?: (db: UserDb, id: number) => Promise<Shown>
  /** @param id null for a new record @param save checks the fields and stores them */
  save?: (db: UserDb, id: number | null, save: () => Promise<Saved>) => Promise<Shown>
  remove?: (db: UserDb, id: number, remove: () => Promise<void>) => Promise<void>
  restore?: (db: UserDb, id: number, restore: () => Promise<Saved>) => Promise<Shown>
}

/** A record that does not exist and one of another user violate the same foreign key, and are refused alike. A tax rate is looked for before. */
const missingRefs = {
  customer: {
    ask: 'Choose another one.',
    gone: (kind: string) => `deleted since. Bring the customer back first, or add the ${kind} anew.`,
  },
  receipt: { ask: 'Attach it again.', gone: (kind: string) => `removed since. Add the ${kind} anew.` },
}
type MissingRef = keyof typeof missingRefs

export const createMissingError = (path: string, to: MissingRef): AppError => {
  const message = `This ${to} does not exist any more. ${missingRefs[to].ask}`
  return new AppError(404, message, { issues: [{ path, message }] })
}

/** The routes that every record has. */
export const serveRecord = <E extends Entity, Shown = E['table']['$inferSelect'], Q extends Query = Query>(
  entity: E,
  rows: ReturnType<typeof createRecordTable<E>>,
  own: Own<E['table']['$inferSelect'] & Row, Shown, Q> = {},
): Route[] => {
  type Saved = E['table']['$inferSelect'] & Row
  const { tableName } = entity
  // Each of its replies is checked by its schema when it is sent.
  const api = entity.api as unknown as RecordEndpoints
  const table = rows as unknown as ReturnType<typeof createRecordTable<Entity>>
  const {
    list = (db, query) => table.list(db, query),
    summary = async (db, query) => ({ count: await table.count(db, query) }),
    all = (db, query) => table.all(db, query),
    one = (db, id) => table.one(db, id) as unknown as Promise<Shown>,
    save = async (_, __, store) => (await store()) as unknown as Shown,
    remove = (_, __, removeRow) => removeRow(),
    restore = async (_, __, restoreRow) => (await restoreRow()) as unknown as Shown,
  } = own
  const fields = Object.entries<Field>(entity.fields)
  const namesTaxRate = fields.some(([, field]) => field.kind === 'ref' && field.to === 'taxRate')

  /** What the schema can't know. @throws AppError 400 or 404 at the field */
  const check = async (db: UserDb, values: Record<string, unknown>, id: number | null) => {
    for (const [path, field] of fields) {
      const message = ['money', 'price'].includes(field.kind) && findMoneyProblem(field, values[path], await getHomeCurrency(db))
      if (message) throw new AppError(400, message, { issues: [{ path, message }] })
      if (field.kind === 'ref' && field.to === 'taxRate')
        await requireTaxRate(db, values[path] as number | null | undefined, path, async () =>
          id === null ? null : (((await table.one(db, id)) as Row)[path] as number | null),
        )
    }
  }
  /** @returns for `catch`: throws what `explain` says of a reference that is missing, and any other error as it is */
  const explainMissing =
    (explain: (path: string, to: MissingRef) => AppError) =>
    (error: unknown): never => {
      const key = getViolatedForeignKey(error)
      for (const [path, field] of fields)
        if (field.kind === 'ref' && field.to !== 'taxRate' && key === `${tableName}_${field.to}_fk`) throw explain(path, field.to)
      throw error
    }
  const store = (db: UserDb, body: object, id: number | null) =>
    save(db, id, async () => {
      await check(db, body as Record<string, unknown>, id)
      const stored = id === null ? table.insert(db, body as never) : table.update(db, id, body as never)
      return (await stored.catch(explainMissing(createMissingError))) as Saved
    })
  // What a deleted record refers to cannot be changed.
  const explainGone = explainMissing(
    (_, to) => new AppError(409, `This ${entity.kind} can’t be brought back: its ${to} was ${missingRefs[to].gone(entity.kind)}`),
  )

  return [
    route(api.list, ({ user, query, today }) => user.tx((db) => list(db, query as Q, today))),
    route(api.summary, ({ user, query }) => user.tx((db) => summary(db, query as Q))),
    route(
      api.export,
      ({ user, query, today }) =>
        createCsvReply(user, getCsvColumns(entity), `${tableName}-${today}.csv`, (db) => {
          const batches = all(db, query as Q) as AsyncGenerator<ExportedRow[]>
          return namesTaxRate ? addTaxRateNames(db, batches) : batches
        }) as never,
    ),
    route(api.one, ({ user, params: { id } }) => user.tx((db) => one(db, id))),
    route(api.history, ({ user, params: { id } }) => user.tx((db) => table.history(db, id))),
    idempotentRoute(api.create, ({ user, body, idempotent }) => user.tx((db) => idempotent(db, () => store(db, body as object, null)))),
    idempotentRoute(api.update, ({ user, params: { id }, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => store(db, body as object, id))),
    ),
    idempotentRoute(api.remove, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => idempotent(db, () => remove(db, id, () => table.remove(db, id)))),
    ),
    idempotentRoute(api.restore, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => idempotent(db, () => restore(db, id, async () => (await table.restore(db, id).catch(explainGone)) as Saved))),
    ),
  ]
}
