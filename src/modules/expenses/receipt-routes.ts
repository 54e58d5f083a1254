import type { Services } from '#server/domain/services.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, route } from '#server/platform/http/route.ts'
import { imagePolicy } from '#server/platform/storage/image-processing.ts'
import { acceptReceipt } from './accept-receipt.ts'
import { receiptsApi } from './contract.ts'
import { sweepUnattached } from './receipt-sweep.job.ts'

type Row = { objectKey: string; fileName: string; contentType: string }

export const receiptRoutes = ({ objects, takeUpload }: Services) => [
  idempotentRoute(receiptsApi.create, ({ user, body: { uploadURL, fileName }, idempotent }) =>
    takeUpload(user, uploadURL, (db, upload) => {
      const keep = async () => {
        const file = await upload.store('receipt', (bytes) => acceptReceipt(user.id, bytes, fileName))
        await sweepUnattached(db, file.id)
        return file
      }
      return idempotent(db, keep)
    }),
  ),

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
    // Browsers' PDF viewers do not work in a sandbox, and have their own. Stored objects never change, so the key is the ETag.
    const etag = objectKey.split('/').at(-1)!
    return { bytes, contentType, fileName, etag, ...(contentType.startsWith('image/') ? { policy: imagePolicy } : {}) }
  }),
]
