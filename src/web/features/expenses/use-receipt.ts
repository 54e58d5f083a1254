import { useEffect, useRef, useState } from 'react'
import type { ReceiptFile, receiptsApi } from '#shared/api/receipts.ts'
import { maxUploadBytes, receiptFileTypes, receiptFileWords } from '#shared/uploads.ts'
import { at, call } from '../../lib/api.ts'
import { showSize } from '../../lib/file-size.ts'
import { callFailure, uploadFile } from '../../lib/upload.ts'
import { UploadError } from '../../lib/upload-error.ts'

const create = at<typeof receiptsApi.create>('POST', '/api/receipts')

type Sending = { name: string /** From 0 to 1; at 1 the server looks at it. */; fraction: number; cancel: () => void }

const reasonOf = (error: unknown): string => (error instanceof UploadError ? error.reason : callFailure(error))

/** Why a file needn't be sent at all, in a sentence; the server looks closer. */
const refusalOf = ({ name, size, type }: File): string | undefined => {
  if (size > maxUploadBytes) return `${name} has ${showSize(size)}; at most 5 MB can be attached. Make it smaller, then try again.`
  if (type && !receiptFileTypes.some((known) => known === type)) return `${name} can't be attached: only ${receiptFileWords} can.`
  return undefined
}

/** Uploads a file and makes a receipt of it. Cancelled when the form goes away. */
export const useReceipt = (onTaken: (file: ReceiptFile) => void) => {
  const [sending, setSending] = useState<Sending>()
  const [problem, setProblem] = useState<string>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  const send = async (files: readonly File[]) => {
    const [file] = files
    if (!file || current.current) return
    const refusal = files.length > 1 ? 'One file can be attached. Choose one, or put them together in a PDF.' : refusalOf(file)
    setProblem(refusal)
    if (refusal) return
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    const cancel = () => controller.abort()
    setSending({ name: file.name, fraction: 0, cancel })
    try {
      const uploadURL = await uploadFile(file, { signal, onProgress: (fraction) => setSending({ name: file.name, fraction, cancel }) })
      onTaken(await call(create, { body: { uploadURL, fileName: file.name }, signal }))
    } catch (error) {
      if (!signal.aborted) setProblem(reasonOf(error))
    } finally {
      current.current = undefined
      setSending(undefined)
    }
  }
  return { send, sending, problem }
}
