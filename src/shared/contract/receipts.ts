import { z } from 'zod'
import { file, post } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { receiptEndpoints } from './endpoints/receipts.ts'
import { receiptFile } from './expenses.ts'

export const receiptInput = z.strictObject({
  /** The URL from `uploadsApi.upload`, after the file was uploaded there. */
  uploadURL: z
    .string('Upload URL is required')
    .min(1, 'Upload URL is required')
    .max(textLimits.uploadAddress, `Upload URL can have at most ${textLimits.uploadAddress} characters`),
  /** The file's name on the user's machine; a leading path is removed. */
  fileName: z
    .string('File name is required')
    .min(1, 'File name is required')
    .max(textLimits.fileName, `File name can have at most ${textLimits.fileName} characters`),
})

/** JSON form of a file attached to an expense. */
export type ReceiptFile = z.input<typeof receiptFile>

export const receiptsApi = {
  /** Stores an uploaded file as a receipt: validates it, re-encodes images, and removes the upload. */
  create: post(receiptEndpoints.create, receiptInput, receiptFile, { status: 201 }),
  get: file(receiptEndpoints.get),
}
