import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { createFairQueue } from '#server/platform/jobs/fair-queue.ts'
import { maxUploadBytes } from '#shared/uploads.ts'
import { getFileKey, getPendingUploadKey } from './object-keys.ts'
import type { ObjectStore } from './object-store.ts'
import { findUploadName, finishUpload, lockUpload } from './uploads.ts'

type Purpose = 'receipt' | 'logo'
/** What is to be kept of an upload. */
export type AcceptedFile = { bytes: Uint8Array; contentType: string; fileName: string }
export type StoredFile = { id: number; key: string; fileName: string; contentType: string; size: number }

/** One upload within the transaction that takes it. Nobody else takes or sweeps it meanwhile. */
export type Upload = {
  /** What was made of it before; null when nothing was, or something else. */
  findStored(purpose: Purpose): Promise<StoredFile | null>
  /**
   * Keeps what `accept` makes of its bytes: the object first and the row after it, so that no row ever speaks of a file that isn't there. It is
   * a new object under another key: whatever is sent to the upload's address later changes nothing.
   * @param accept throws AppError 400 for what it doesn't want
   * @throws AppError 404 when the upload is not there (any more), 413 when it is too large
   */
  store(purpose: Purpose, accept: (bytes: Uint8Array) => Promise<AcceptedFile>): Promise<StoredFile>
}

/** Whoever takes: a request's user. */
type Taker = { id: number; tx<T>(work: (db: UserDb) => Promise<T>): Promise<T> }
/**
 * Runs `work` on the user's upload in a transaction of his. Afterwards, and when the upload was refused, its address is good for nothing more.
 * @throws AppError 404 when the address is none of this user's uploads
 */
export type ClaimUpload = <T>(user: Taker, uploadURL: string, work: (db: UserDb, upload: Upload) => Promise<T>) => Promise<T>

/** The way by which uploads become files of a feature. One for the whole app, since its turns are. */
export const createUploadClaims = ({ objects }: { objects: ObjectStore }): ClaimUpload => {
  // Taking a file holds a connection to the database while the image is drawn: a few at a time, so that everybody else has theirs.
  const turns = createFairQueue({ atOnce: 3, perAccount: 1 })
  return async (user, uploadURL, work) => {
    const name = findUploadName(objects, user.id, uploadURL)
    if (!name) throw noSuchUpload()
    // What was decided stands even when this fails: what stays behind goes with the upload's own job.
    const end = () => finishUpload(objects, user.id, name).catch(() => undefined)
    const take = () =>
      user.tx(async (db) => {
        await lockUpload(db, name)
        return work(db, uploadIn(db, objects, name))
      })
    const result = await turns.run(`user:${user.id}`, take).catch(async (error: unknown) => {
      if (isRefusal(error)) await end()
      throw error
    })
    await end()
    return result
  }
}

const noSuchUpload = () => new AppError(404, 'This upload is not there: it was used already, or its time is over. Send the file again.')
/** Whether the upload was looked at and is not wanted: it won't become better by asking again. */
const isRefusal = (error: unknown) => error instanceof AppError && (error.status === 400 || error.status === 413)

const uploadIn = (db: UserDb, objects: ObjectStore, name: string): Upload => {
  const key = getFileKey(db.userId, name)
  const before = async () => {
    const [row] = await db.rows<StoredFile & { purpose: Purpose }>(
      `select id, object_key as key, file_name as "fileName", content_type as "contentType", size, purpose
       from files where user_id = $1 and object_key = $2`,
      [db.userId, key],
    )
    return row
  }
  return {
    findStored: async (purpose) => {
      const file = await before()
      return file?.purpose === purpose ? file : null
    },
    store: async (purpose, accept) => {
      if (await before()) throw noSuchUpload()
      // An S3 store takes uploads of any size.
      const sent = await objects.get(getPendingUploadKey(db.userId, name), maxUploadBytes)
      if (!sent) throw noSuchUpload()
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
