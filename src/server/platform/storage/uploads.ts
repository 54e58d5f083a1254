import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { fileTooLargeMessage, maxUploadBytes } from '#shared/uploads.ts'
import { generateObjectName, getPendingUploadKey, getUsedUploadKey } from './object-keys.ts'
import type { ObjectStore } from './object-store.ts'

export const createTooLargeError = () => new AppError(413, fileTooLargeMessage)

/** How long an upload's URL is valid. */
const uploadLifetimeMs = 15 * 60_000

/** Creates a signed URL for one upload of a user. */
export const createUpload = async (store: ObjectStore, userId: number, now: Date): Promise<{ uploadURL: string; name: string }> => {
  const name = generateObjectName()
  const expires = new Date(now.getTime() + uploadLifetimeMs)
  return { uploadURL: await store.signedPutUrl(getPendingUploadKey(userId, name), { maxBytes: maxUploadBytes, expires }), name }
}

/** The name of the upload that a URL belongs to; null when it is not an upload of this user. */
export const findUploadName = (store: ObjectStore, userId: number, uploadURL: string): string | null => {
  const key = store.findUploadKey(uploadURL)
  const prefix = getPendingUploadKey(userId, '')
  return key?.startsWith(prefix) ? key.slice(prefix.length) : null
}

/** Locks an upload until the transaction ends, so that concurrent requests and the cleanup job handle it one after the other. */
export const lockUpload = async (db: UserDb, name: string): Promise<void> => {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload ${name}`])
}

/** Deletes the bytes of an upload that was claimed or refused. When uploads go through this server, its URL is marked as used. */
export const finishUpload = async (store: ObjectStore, userId: number, name: string): Promise<void> => {
  if (store.intake) await store.put(getUsedUploadKey(userId, name), new Uint8Array(), 'text/plain')
  await store.remove(getPendingUploadKey(userId, name))
}
