import { afterAll, beforeAll, expect, test } from 'vitest'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { getExportTableName } from './archive/exported-table.ts'
import { parts } from './archive/parts.ts'
import { excludedTables } from './archive/tables.ts'

// A new table or column has to be exported or excluded here.

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
  const exported = new Set(parts.flatMap(({ tables }) => tables.map(getExportTableName)))
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
    expect([getExportTableName(exported), known.sort()]).toEqual([
      getExportTableName(exported),
      columns
        .get(getExportTableName(exported))!
        .map(({ column }) => column)
        .sort(),
    ])
    expect(Object.values(exported.excluded).every((reason) => reason.length > 5)).toBe(true)
  }
})
