import type { Picture } from './logo.ts'

export type TypesetRequest = {
  format: 'pdf' | 'preview' | 'report'
  maxPages?: number | undefined
  data: string
  /** Unix seconds. */
  changedAt: number
  pictures: Picture[]
  missing: string[]
}

export type TypesetResult = {
  bytes: Uint8Array
  /** Null when the PDF/UA standard was met. */
  fallbackReason: string | null
  omissions: string[]
}

export type TypesetReply = { type: 'ready' } | ({ type: 'done'; memoryBytes: number } & TypesetResult) | { type: 'failed'; message: string }
