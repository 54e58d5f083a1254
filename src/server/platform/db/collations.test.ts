import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { withTestDatabase } from '#server/testing/database.ts'
import { reindexChangedCollations } from './migrate.ts'

test('indexes that another ICU version sorted are rebuilt once; others are left alone', async () => {
  const { owner } = await withTestDatabase()
  const client = new Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const files = async () =>
    Object.fromEntries(
      (
        await client.query<{ name: string; file: string }>(
          "select relname as name, pg_relation_filenode(oid)::text as file from pg_class where relname in ('customers_name_idx', 'items_name_idx', 'expenses_date_idx')",
        )
      ).rows.map(({ name, file }) => [name, file]),
    )
  expect(await reindexChangedCollations(client)).toBe(0)
  const before = await files()
  expect(Object.keys(before)).toHaveLength(3)
  // As on a server with another ICU version.
  await client.query("update pg_collation set collversion = '1.0' where collname = 'natural_order'")
  expect(await reindexChangedCollations(client)).toBe(2)
  const after = await files()
  expect(after.customers_name_idx).not.toBe(before.customers_name_idx)
  expect(after.items_name_idx).not.toBe(before.items_name_idx)
  expect(after.expenses_date_idx).toBe(before.expenses_date_idx)
  expect(await reindexChangedCollations(client)).toBe(0)
})
