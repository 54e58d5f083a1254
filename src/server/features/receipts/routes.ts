import { once, storedAs } from '#server/platform/db/idempotency.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { pendingKey } from '#server/platform/storage/keys.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { createTurns } from '#server/platform/storage/turns.ts'
import { uploadName } from '#server/platform/storage/uploads.ts'
import { receiptsApi } from '#shared/api/receipts.ts'
import { sweepUnattached } from './sweep.job.ts'
import { noSuchUpload, takeReceipt } from './take.ts'

type Deps = { objects: ObjectStore }
type Row = { objectKey: string; fileName: string; contentType: string }

/** An image opened by itself has no origin and runs nothing. A browser's PDF viewer doesn't work within a sandbox; it has its own. */
const imagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
const stored = storedAs(receiptsApi.create.reply)
/** Whether the upload was looked at and is not wanted: it won't become better by asking again. */
const isRefused = (error: unknown) => error instanceof AppError && (error.status === 400 || error.status === 413)

export const receiptRoutes = ({ objects }: Deps) => {
  // Taking a file holds a connection to the database while the image is drawn: a few at a time, so that everybody else has theirs.
  const inTurn = createTurns(3)
  return [
    route(receiptsApi.create, async ({ user, body: { uploadURL, fileName }, idempotency }) => {
      const name = uploadName(objects, user.id, uploadURL)
      if (!name) throw noSuchUpload()
      // What was decided stands even when this fails: what stays behind goes with the upload's own job.
      const discard = () => objects.remove(pendingKey(user.id, name)).catch(() => undefined)
      const take = () =>
        user.tx((db) =>
          once(
            db,
            idempotency,
            async () => {
              const file = await takeReceipt(objects, db, { name, fileName })
              await sweepUnattached(db, file.id)
              return file
            },
            stored,
          ),
        )
      const file = await inTurn(take).catch(async (error: unknown) => {
        if (isRefused(error)) await discard()
        throw error
      })
      await discard()
      return file
    }),

    route(receiptsApi.get, async ({ user, params }) => {
      const [row] = await user.tx((db) =>
        db.rows<Row>(
          `select object_key as "objectKey", file_name as "fileName", content_type as "contentType"
           from files where user_id = $1 and id = $2 and purpose = 'receipt'`,
          [user.id, params.id],
        ),
      )
      const bytes = row && (await objects.get(row.objectKey))
      if (!bytes) throw notFound('Receipt')
      const { objectKey, fileName, contentType } = row
      // A kept object never changes, so its name stands for its bytes.
      const etag = objectKey.split('/').at(-1)!
      return { bytes, contentType, fileName, etag, ...(contentType.startsWith('image/') ? { policy: imagePolicy } : {}) }
    }),
  ]
}
