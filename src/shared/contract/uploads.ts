import { z } from 'zod'
import { noBody, post } from '#shared/endpoint.ts'
import { uploadEndpoints } from './endpoints/uploads.ts'

export const objectsApi = {
  /**
   * Where one file may be sent by PUT within the next 15 minutes, of at most 5 MB. The address is then handed to the call that takes the file
   * (a receipt's, say); a file that no call takes within a day is removed.
   */
  upload: post(uploadEndpoints.upload, noBody, z.object({ uploadURL: z.string() })),
}
