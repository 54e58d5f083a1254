import type { Picture } from './logo.ts'

/** A request from the server to its typesetter process. */
export type TypesetRequest = {
  /** A document as PDF, its first pages as SVG, or a report as PDF. */
  format: 'pdf' | 'preview' | 'report'
  /** The most pages of a preview; 1 if not given. */
  maxPages?: number | undefined
  /** The template's data as JSON. */
  data: string
  /** The creation time in the file, in Unix seconds. */
  changedAt: number
  pictures: Picture[]
  /** Names of pictures in the data that could not be loaded. */
  missing: string[]
}

export type TypesetResult = {
  bytes: Uint8Array
  /** Why the PDF/UA standard could not be met; null when it was. */
  fallbackReason: string | null
  /** What had to be left out, each as a reason. */
  omissions: string[]
}

export type TypesetReply = { type: 'ready' } | ({ type: 'done'; memoryBytes: number } & TypesetResult) | { type: 'failed'; message: string }
