import { z } from 'zod'
import { adding, limited, post } from '#shared/endpoint.ts'
import { maxUploadBytes } from '#shared/uploads.ts'
import { uploadEndpoints } from './endpoints/uploads.ts'

const sizeMessage = 'size must be the size of the file in bytes, at most 5 MB (5242880)'

export const uploadsApi = {
  /**
   * A signed URL, valid for one PUT for 15 minutes, of at most `size` bytes: by default 5 MB, which also count as stored until the file is
   * used. Unused files are removed after a day.
   */
  upload: limited(
    'uploads',
    adding(
      'upload',
      post(
        uploadEndpoints.upload,
        z.strictObject({ size: z.int(sizeMessage).min(0, sizeMessage).max(maxUploadBytes, sizeMessage).optional() }).optional(),
        z.object({ uploadURL: z.string() }),
      ),
    ),
  ),
}
