import type { ReceiptFile, receiptsApi } from '#shared/api/receipts.ts'
import { maxUploadBytes, receiptFileLabel, receiptFileTypes } from '#shared/uploads.ts'
import { at, call } from '../../lib/api.ts'
import { formatFileSize } from '../../lib/file-size.ts'
import { useUpload } from '../../lib/use-upload.ts'

const create = at<typeof receiptsApi.create>('POST', '/api/receipts')

/** Why files needn't be sent at all, in a sentence; the server looks closer. */
const refusalOf = (files: readonly File[]): string | undefined => {
  if (files.length > 1) return 'One file can be attached. Choose one, or put them together in a PDF.'
  for (const { name, size, type } of files) {
    if (size > maxUploadBytes) return `${name} has ${formatFileSize(size)}; at most 5 MB can be attached. Make it smaller, then try again.`
    if (type && !receiptFileTypes.some((known) => known === type)) return `${name} can't be attached: only ${receiptFileLabel} can.`
  }
  return undefined
}

const keyOf = (uploadURL: string) => `receipt:${new URL(uploadURL, location.origin).pathname.slice(-200)}`

/** Uploads a file and makes a receipt of it. */
export const useReceiptUpload = (onTaken: (file: ReceiptFile) => void) =>
  useUpload({
    refusalOf,
    // An upload is taken once: asked again since an answer was lost, it is answered as it was first.
    take: (uploadURL, { name }, signal) => call(create, { body: { uploadURL, fileName: name }, idempotencyKey: keyOf(uploadURL), signal }),
    onTaken,
  })
