import type { Picture } from './logo.ts'

export type TypesetRequest = {
  format: 'pdf' | 'preview' | 'report'
  /** 1 if not given. */
  maxPages?: number | undefined
  data: string
  /** Unix seconds. */
  changedAt: number
  pictures: Picture[]
  missing: string[]
}

export type TypesetResult = {
  bytes: Uint8Array
  /** Of the PDF/UA standard; null when it was met. */
  fallbackReason: string | null
  omissions: string[]
}

export type TypesetReply = { type: 'ready' } | ({ type: 'done'; memoryBytes: number } & TypesetResult) | { type: 'failed'; message: string }
