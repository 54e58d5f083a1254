import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'

// Deleting an item leaves the lines that were written from it as they are, without the item. Undoing the deletion ties them to it again.

type Lines = { invoiceLines: number[]; estimateLines: number[] }

const written = `
  select coalesce((select json_agg(id) from invoice_line_items where user_id = $1 and item_id = $2), '[]') as "invoiceLines",
         coalesce((select json_agg(id) from estimate_line_items where user_id = $1 and item_id = $2), '[]') as "estimateLines"`

/** Runs the deletion, and notes beside the deleted item which lines were written from it. */
export const removeAndUnlinkLines = async (db: UserDb, itemId: number, remove: () => Promise<void>): Promise<void> => {
  await lockDocuments(db)
  // A line that is being written at this moment either is among them, or finds the item gone.
  await db.rows('select 1 from items where user_id = $1 and id = $2 for update', [db.userId, itemId])
  const [lines] = await db.rows<Lines>(written, [db.userId, itemId])
  await remove()
  await db.rows("update deleted_records set record = record || $3::jsonb where user_id = $1 and kind = 'items' and id = $2", [
    db.userId,
    itemId,
    JSON.stringify(lines),
  ])
}

/** Runs the undoing, and gives the item back to its lines, unless they were written anew since. */
export const restoreAndRelinkLines = async <T>(db: UserDb, itemId: number, restore: () => Promise<T>): Promise<T> => {
  await lockDocuments(db)
  const [kept] = await db.rows<{ record: Partial<Lines> }>(
    "select record from deleted_records where user_id = $1 and kind = 'items' and id = $2",
    [db.userId, itemId],
  )
  const item = await restore()
  for (const [table, ids] of [
    ['invoice_line_items', kept?.record.invoiceLines],
    ['estimate_line_items', kept?.record.estimateLines],
  ] as const)
    if (ids?.length)
      await db.rows(`update ${table} set item_id = $2 where user_id = $1 and id = any($3) and item_id is null`, [db.userId, itemId, ids])
  return item
}
