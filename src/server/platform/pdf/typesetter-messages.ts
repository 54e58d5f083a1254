import type { Picture } from './logo.ts'

/** What the server and its PDF process say to each other. */
export type TypesetRequest = {
  /** A paper as PDF, its first page as SVG, or a report as PDF. */
  form: 'pdf' | 'preview' | 'report'
  /** The template's data, as JSON. */
  data: string
  /** Printed into the file, in whole seconds. */
  changedAt: number
  pictures: Picture[]
  /** Names in the data whose pictures can't be had. */
  missing: string[]
}
export type TypesetResult = {
  bytes: Uint8Array
  /** Why the accessible form was not possible, or null when it was. */
  fallbackReason: string | null
  /** What had to be left out, each as a reason. */
  omissions: string[]
}

export type TypesetReply = { say: 'ready' } | ({ say: 'done'; memoryBytes: number } & TypesetResult) | { say: 'failed'; message: string }
