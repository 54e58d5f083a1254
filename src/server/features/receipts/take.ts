import type { z } from 'zod'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { keptKey, pendingKey } from '#server/platform/storage/keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { lockUpload } from '#server/platform/storage/uploads.ts'
import type { receiptInput } from '#shared/api/receipts.ts'
import { maxUploadBytes } from '#shared/uploads.ts'
import { type AcceptedFile, acceptReceipt } from './accept.ts'

export type StoredFile = { id: number; fileName: string; contentType: string; size: number }
/** `name` is the upload's. */
type Wanted = { name: string; fileName: z.output<typeof receiptInput>['fileName'] }

export const noSuchUpload = () =>
  new AppError(404, 'This upload is not there: it was used already, or its time is over. Attach the file again.')

/**
 * Makes a receipt of an upload of this user: the object first and the row after it, so that no row ever speaks of a file that isn't there.
 * The upload itself stays until the transaction is through.
 * @throws AppError 404 when there is no such upload (any more), 413 or 400 when it can't be a receipt
 */
export const takeReceipt = async (objects: ObjectStore, db: UserDb, { name, fileName }: Wanted): Promise<StoredFile> => {
  await lockUpload(db, name)
  const kept = keptKey(db.userId, name)
  const [used] = await db.rows('select 1 from files where user_id = $1 and object_key = $2', [db.userId, kept])
  if (used) throw noSuchUpload()
  const file = await readUpload(objects, pendingKey(db.userId, name), fileName)
  await objects.put(kept, file.bytes, file.contentType)
  return insertFile(db, kept, file)
}

const readUpload = async (objects: ObjectStore, key: string, fileName: string): Promise<AcceptedFile> => {
  // An S3 store takes uploads of any size.
  const bytes = await objects.get(key, maxUploadBytes)
  if (!bytes) throw noSuchUpload()
  return acceptReceipt(bytes, fileName)
}

const insertFile = async (db: UserDb, objectKey: string, { bytes, contentType, fileName }: AcceptedFile): Promise<StoredFile> => {
  const size = bytes.length
  const [row] = await db.rows<{ id: number }>(
    `insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, 'receipt', $2, $3, $4, $5) returning id`,
    [db.userId, objectKey, fileName, contentType, size],
  )
  return { id: row!.id, fileName, contentType, size }
}
