import { lockDocuments } from '#server/domain/documents/lock.ts'
import type { UserDb } from '#server/platform/db/client.ts'

// Deleting an item keeps the lines that were created from it, without the link. Restoring the item links them again.

type Linked = { lines: number[] }

/** Runs the deletion, and stores the ids of the linked lines with the deleted item. */
export const removeAndUnlinkLines = async (db: UserDb, itemId: number, remove: () => Promise<void>): Promise<void> => {
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
export const restoreAndRelinkLines = async <T>(db: UserDb, itemId: number, restore: () => Promise<T>): Promise<T> => {
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
