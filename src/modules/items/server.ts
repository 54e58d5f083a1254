import { bindRecord, createRecordTable, serveRecord } from '#kit/server/serve-record.ts'
import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { items } from '#server/platform/db/schema/business.ts'
import { route } from '#server/platform/http/route.ts'
import { itemsApi } from './contract.ts'
import { itemModel } from './model.ts'

export const itemEntity = bindRecord(itemModel, items, itemsApi)

const categoriesInUse = `
  select category from items where user_id = $1 and category <> '' group by category order by count(*) desc, category collate natural_order limit 500`

type Linked = { lines: number[] }

/** Runs the deletion, and stores the ids of the lines that were written from the item with it: they stay, without the link. */
const removeAndUnlinkLines = async (db: UserDb, itemId: number, remove: () => Promise<void>): Promise<void> => {
  await lockDocuments(db)
  // A line that is being written at the same moment is either among them, or fails because the item is deleted.
  await db.rows('select 1 from items where user_id = $1 and id = $2 for update', [db.userId, itemId])
  const linked = await db.rows<{ id: number }>(
    'update document_lines set item_id = null where user_id = $1 and item_id = $2 returning id',
    [db.userId, itemId],
  )
  await remove()
  const lines: Linked = { lines: linked.map(({ id }) => id) }
  await db.rows("update deleted_records set record = record || $3::jsonb where user_id = $1 and kind = 'items' and id = $2", [
    db.userId,
    itemId,
    JSON.stringify(lines),
  ])
}

/** Runs the restore, and links the lines to the item again, unless they were written again meanwhile. */
const restoreAndRelinkLines = async <T>(db: UserDb, itemId: number, restore: () => Promise<T>): Promise<T> => {
  await lockDocuments(db)
  const [deleted] = await db.rows<{ record: Partial<Linked> }>(
    "select record from deleted_records where user_id = $1 and kind = 'items' and id = $2",
    [db.userId, itemId],
  )
  const item = await restore()
  if (deleted?.record.lines?.length)
    await db.rows('update document_lines set item_id = $2 where user_id = $1 and id = any($3) and item_id is null', [
      db.userId,
      itemId,
      deleted.record.lines,
    ])
  return item
}

export const itemsModule: Module = () => ({
  routes: [
    ...serveRecord(itemEntity, createRecordTable(itemEntity), { remove: removeAndUnlinkLines, restore: restoreAndRelinkLines }),
    route(itemsApi.categories, ({ user }) =>
      user.tx(async (db) => (await db.rows<{ category: string }>(categoriesInUse, [db.userId])).map(({ category }) => category)),
    ),
  ],
})
