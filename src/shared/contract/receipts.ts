import { z } from 'zod'
import { file, post } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { receiptEndpoints } from './endpoints/receipts.ts'
import { receiptFile } from './expenses.ts'

export const receiptInput = z.strictObject({
  /** As `objectsApi.upload` handed it out, after the file was sent there. */
  uploadURL: z
    .string('Upload URL is required')
    .min(1, 'Upload URL is required')
    .max(textLimits.uploadAddress, `Upload URL can have at most ${textLimits.uploadAddress} characters`),
  /** As the user's machine calls it; a path before it is dropped. */
  fileName: z
    .string('File name is required')
    .min(1, 'File name is required')
    .max(textLimits.fileName, `File name can have at most ${textLimits.fileName} characters`),
})

/** A file that hangs on an expense, as it travels. */
export type ReceiptFile = z.input<typeof receiptFile>

export const receiptsApi = {
  /** Takes an uploaded file as a receipt: it is checked, images are drawn anew, and the upload is used up. */
  create: post(receiptEndpoints.create, receiptInput, receiptFile, { status: 201 }),
  get: file(receiptEndpoints.get),
}
