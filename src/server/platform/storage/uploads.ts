import { createHash } from 'node:crypto'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { fileTooLargeMessage } from '#shared/uploads.ts'
import { generateObjectName, getOwnerId, getPendingUploadKey } from './object-keys.ts'
import type { ObjectStore, UploadStore } from './object-store.ts'
import type { UploadGrant } from './upload-links.ts'

export const createTooLargeError = () => new AppError(413, fileTooLargeMessage)

const uploadLifetimeMs = 15 * 60_000

/** Until it is claimed, the account holds a file of the purpose 'upload' of that size, so that it counts against the quota. */
export const createUpload = async (
  db: UserDb,
  { links }: UploadStore,
  now: Date,
  size: number,
): Promise<{ uploadURL: string; name: string }> => {
  const name = generateObjectName()
  const key = getPendingUploadKey(db.userId, name)
  await db.rows("insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, 'upload', $2, '', '', $3)", [
    db.userId,
    key,
    size,
  ])
  return { uploadURL: links.createUrl({ key, maxBytes: size, expires: new Date(now.getTime() + uploadLifetimeMs) }), name }
}

const isOpen = (db: UserDb, key: string) =>
  db.rows("select 1 from files where user_id = $1 and object_key = $2 and purpose = 'upload'", [db.userId, key])

/**
 * Accepts the same file again, because the first reply may have been lost.
 * @throws AppError 413 for more bytes than were signed, 409 for another file, or when the upload was claimed, refused or deleted
 */
export const receiveUpload = async (
  { database, objects }: { database: Database; objects: ObjectStore },
  { key, maxBytes }: UploadGrant,
  bytes: Uint8Array,
): Promise<void> => {
  if (bytes.length > maxBytes) throw createTooLargeError()
  const userId = getOwnerId(key)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const accepted = await database.asUser(userId, (db) =>
    db.rows(
      `update files set received_sha256 = $3 where user_id = $1 and object_key = $2 and purpose = 'upload' and coalesce(received_sha256, $3) = $3
       returning 1`,
      [userId, key, sha256],
    ),
  )
  const createUsedError = () => new AppError(409, 'A file was already sent to this upload address. Request a new one.')
  if (accepted.length === 0) throw createUsedError()
  await objects.put(key, bytes, 'application/octet-stream')
  // Claimed by a concurrent request before the bytes were stored, which then nothing would delete for a day.
  const stillOpen = await database.asUser(userId, (db) => isOpen(db, key))
  if (stillOpen.length > 0) return
  await objects.remove(key)
  throw createUsedError()
}

export const findUploadName = ({ links }: Pick<UploadStore, 'links'>, userId: number, uploadURL: string): string | null => {
  const key = links.findKey(uploadURL)
  const prefix = getPendingUploadKey(userId, '')
  return key?.startsWith(prefix) ? key.slice(prefix.length) : null
}

/** Until the transaction ends: for concurrent requests and the cleanup job. */
export const lockUpload = async (db: UserDb, name: string): Promise<void> => {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload ${name}`])
}

/** The bytes are removed after the commit. */
export const closeUpload = async (db: UserDb, name: string): Promise<void> => {
  await db.rows("delete from files where user_id = $1 and object_key = $2 and purpose = 'upload'", [
    db.userId,
    getPendingUploadKey(db.userId, name),
  ])
}
