import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { getMark } from '#server/platform/db/schema/columns.ts'
import * as schema from '#server/platform/db/schema/index.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { parts } from './archive/parts.ts'

/** With their reasons, the tables that are left out where they are declared. */
const excludedTables = Object.fromEntries(
  Object.values<unknown>(schema)
    .filter((value): value is PgTable => is(value, PgTable))
    .flatMap((table) => {
      const { userId } = getTableColumns(table)
      const { notArchived } = userId ? getMark(userId) : {}
      return notArchived ? [[getTableName(table), notArchived] as const] : []
    }),
)

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
})
afterAll(() => made.drop())

const columnsOf = async () => {
  const rows = await made.database.asNobody((db) =>
    db.rows<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns c join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and (table_name = 'users' or exists (select 1 from information_schema.columns o
         where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'user_id'))`,
    ),
  )
  return Map.groupBy(rows, ({ table }) => table)
}

test('every table with rows of a user is exported, or excluded with a reason', async () => {
  const exported = new Set(parts.flatMap(({ tables }) => tables.map(({ table }) => getTableName(table))))
  const tables = [...(await columnsOf()).keys()]
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((table) => !exported.has(table) && !excludedTables[table])).toEqual([])
  // Neither list has tables that do not exist, or the same table twice.
  expect([...exported, ...Object.keys(excludedTables)].filter((table) => !tables.includes(table))).toEqual([])
  expect(Object.keys(excludedTables).filter((table) => exported.has(table))).toEqual([])
})

test('every column of those tables is exported, or excluded with a reason', async () => {
  const columns = await columnsOf()
  for (const exported of parts.flatMap(({ tables }) => tables)) {
    const known = [...exported.columns, ...Object.keys(exported.excluded)].map(getColumnName)
    const name = getTableName(exported.table)
    expect([name, known.sort()]).toEqual([
      name,
      columns
        .get(name)!
        .map(({ column }) => column)
        .sort(),
    ])
    expect(Object.values(exported.excluded).every((reason) => reason.length > 5)).toBe(true)
  }
})

test('no column that is named like a secret is exported', () => {
  const names = parts.flatMap(({ tables }) => tables.flatMap(({ columns }) => columns))
  // The hash of the books lets a reader compare them.
  expect([...new Set(names.filter((name) => /secret|sealed|hash|password|token|sha256/i.test(name)))]).toEqual(['journalHash'])
})
