import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { fileTooLargeMessage, maxUploadBytes } from '#shared/uploads.ts'
import { generateObjectName, getPendingUploadKey, getUsedUploadKey } from './object-keys.ts'
import type { ObjectStore } from './object-store.ts'

export const createTooLargeError = () => new AppError(413, fileTooLargeMessage)

/** How long an upload's address may be used. */
const uploadLifeMs = 15 * 60_000

/** An address for one upload by this user, and the upload's name. */
export const createUpload = async (store: ObjectStore, userId: number, now: Date): Promise<{ uploadURL: string; name: string }> => {
  const name = generateObjectName()
  const expires = new Date(now.getTime() + uploadLifeMs)
  return { uploadURL: await store.signedPutUrl(getPendingUploadKey(userId, name), { maxBytes: maxUploadBytes, expires }), name }
}

/** The name of the upload that the address was made for; null when it isn't one of this user's. */
export const findUploadName = (store: ObjectStore, userId: number, uploadURL: string): string | null => {
  const key = store.findUploadKey(uploadURL)
  const mine = getPendingUploadKey(userId, '')
  return key?.startsWith(mine) ? key.slice(mine.length) : null
}

/** Whoever takes or sweeps an upload does it alone, until the transaction ends: of two at the same moment, the second finds what the first did. */
export const lockUpload = async (db: UserDb, name: string): Promise<void> => {
  await db.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload ${name}`])
}

/** Ends an upload that was taken or refused: its address is good for nothing more where this server takes uploads itself, and its bytes go. */
export const finishUpload = async (store: ObjectStore, userId: number, name: string): Promise<void> => {
  if (store.intake) await store.put(getUsedUploadKey(userId, name), new Uint8Array(), 'text/plain')
  await store.remove(getPendingUploadKey(userId, name))
}
