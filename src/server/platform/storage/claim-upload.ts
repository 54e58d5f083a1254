import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { createFairQueue } from '#server/platform/jobs/fair-queue.ts'
import { maxUploadBytes } from '#shared/uploads.ts'
import { getFileKey, getPendingUploadKey } from './object-keys.ts'
import type { UploadStore } from './object-store.ts'
import { closeUpload, findUploadName, lockUpload } from './uploads.ts'

type Purpose = 'receipt' | 'logo'
export type AcceptedFile = { bytes: Uint8Array; contentType: string; fileName: string }
export type StoredFile = { id: number; key: string; fileName: string; contentType: string; size: number }

export type Upload = {
  findStored(purpose: Purpose): Promise<StoredFile | null>
  /**
   * First the object, then its row, so that no row refers to a missing object. `accept` throws AppError 400.
   * @throws AppError 404 when the upload does not exist or was already used, 413 when it is too large
   */
  store(purpose: Purpose, accept: (bytes: Uint8Array) => Promise<AcceptedFile>): Promise<StoredFile>
}

type Claimer = { id: number; tx<T>(work: (db: UserDb) => Promise<T>): Promise<T> }
/** Afterwards, and when the upload was refused, its URL is no longer valid. @throws AppError 404 */
export type ClaimUpload = <T>(user: Claimer, uploadURL: string, work: (db: UserDb, upload: Upload) => Promise<T>) => Promise<T>

export const createUploadClaims = ({ objects }: { objects: UploadStore }): ClaimUpload => {
  // A claim holds a database connection while the image is processed, so only a few run at once.
  const queue = createFairQueue({ atOnce: 3, perAccount: 1 })
  return async (user, uploadURL, work) => {
    const name = findUploadName(objects, user.id, uploadURL)
    if (!name) throw createNoUploadError()
    // A failure is ignored: the cleanup job of uploads deletes what is left.
    const removeBytes = () => objects.remove(getPendingUploadKey(user.id, name)).catch(() => undefined)
    const claim = () =>
      user.tx(async (db) => {
        await lockUpload(db, name)
        const result = await work(db, createUploadAccess(db, objects, name))
        await closeUpload(db, name)
        return result
      })
    const result = await queue.run(`user:${user.id}`, claim).catch(async (error: unknown) => {
      if (isRefusal(error)) await user.tx((db) => closeUpload(db, name)).then(removeBytes, () => undefined)
      throw error
    })
    await removeBytes()
    return result
  }
}

const createNoUploadError = () => new AppError(404, 'This upload does not exist, was already used or has expired. Send the file again.')
/** Claiming the file again cannot succeed. */
const isRefusal = (error: unknown) => error instanceof AppError && (error.status === 400 || error.status === 413)

const createUploadAccess = (db: UserDb, objects: UploadStore, name: string): Upload => {
  const key = getFileKey(db.userId, name)
  const findFile = async () => {
    const [row] = await db.rows<StoredFile & { purpose: Purpose }>(
      `select id, object_key as key, file_name as "fileName", content_type as "contentType", size, purpose
       from files where user_id = $1 and object_key = $2`,
      [db.userId, key],
    )
    return row
  }
  return {
    findStored: async (purpose) => {
      const file = await findFile()
      return file?.purpose === purpose ? file : null
    },
    store: async (purpose, accept) => {
      if (await findFile()) throw createNoUploadError()
      const sent = await objects.get(getPendingUploadKey(db.userId, name), maxUploadBytes)
      if (!sent) throw createNoUploadError()
      const { bytes, contentType, fileName } = await accept(sent)
      await objects.put(key, bytes, contentType)
      const [row] = await db.rows<{ id: number }>(
        'insert into files (user_id, purpose, object_key, file_name, content_type, size) values ($1, $2, $3, $4, $5, $6) returning id',
        [db.userId, purpose, key, fileName, contentType, bytes.length],
      )
      return { id: row!.id, key, fileName, contentType, size: bytes.length }
    },
  }
}
