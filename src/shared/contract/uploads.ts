import { z } from 'zod'
import { noBody, post } from '#shared/endpoint.ts'
import { uploadEndpoints } from './endpoints/uploads.ts'

export const uploadsApi = {
  /**
   * Answers a signed URL that accepts one file of at most 5 MB by PUT for 15 minutes. The URL is then passed to the endpoint that uses the file, e.g.
   * as a receipt. Unused files are removed after a day.
   */
  upload: post(uploadEndpoints.upload, noBody, z.object({ uploadURL: z.string() })),
}
