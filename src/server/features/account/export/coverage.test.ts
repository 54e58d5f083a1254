import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { getExportTableName, toSnakeCase } from './archive/exported-table.ts'
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
      `select table_name as "table", column_name as "column" from information_schema.columns c where table_schema = 'public'
       and (table_name = 'users' or exists (select 1 from information_schema.columns o
         where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'user_id'))`,
    ),
  )
  return Map.groupBy(rows, ({ table }) => table)
}

test('every table with rows of a user is exported, or excluded with a reason', async () => {
  const kept = new Set(parts.flatMap(({ tables }) => tables.map(getExportTableName)))
  const tables = [...(await columnsOf()).keys()]
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((table) => !kept.has(table) && !excludedTables[table])).toEqual([])
  // Neither list has tables that do not exist, or the same table twice.
  expect([...kept, ...Object.keys(excludedTables)].filter((table) => !tables.includes(table))).toEqual([])
  expect(Object.keys(excludedTables).filter((table) => kept.has(table))).toEqual([])
})

test('every column of those tables is exported, or excluded with a reason', async () => {
  const columns = await columnsOf()
  for (const kept of parts.flatMap(({ tables }) => tables)) {
    const known = [...kept.columns, ...Object.keys(kept.excluded)].map(toSnakeCase)
    expect([getExportTableName(kept), known.sort()]).toEqual([
      getExportTableName(kept),
      columns
        .get(getExportTableName(kept))!
        .map(({ column }) => column)
        .sort(),
    ])
    expect(Object.values(kept.excluded).every((reason) => reason.length > 5)).toBe(true)
  }
})
