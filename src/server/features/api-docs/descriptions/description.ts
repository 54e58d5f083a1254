/** What is said of one call to those who program against it. */
export type OperationDescription = {
  /** A few words, which no other call has. */
  title: string
  /** One plain sentence, or two. */
  description: string
  /** When it answers 409; without it, it doesn't. */
  conflict?: string
  /** What a file answer can be. */
  mediaTypes?: readonly string[]
  /** It answers 422 for a document that can't be made into a PDF. */
  drawsPdf?: true
  /** It names other records by their ids, and answers 404 where one isn't there. */
  referencesRecords?: true
  /** What a 403 can mean beside a scope that is missing. */
  forbidden?: string
}

/** What is said of the calls of one area, by method and path. */
export type AreaDescription = {
  area: string
  description: string
  operations: Readonly<Record<string, OperationDescription>>
}

export const pdfResponse = { media: ['application/pdf'], drawsPdf: true } as const
export const csvMediaTypes = ['text/csv']
export const staleVersionConflict = 'The record was changed since you read the version that you sent; `current` is what it is now.'
