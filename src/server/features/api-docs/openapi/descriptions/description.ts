/** The description of one operation, for developers who use the API. */
export type OperationDescription = {
  /** A few words, different from all other titles. */
  title: string
  /** One or two plain sentences. */
  description: string
  /** When the operation replies 409; without it, it never does. */
  conflict?: string
  /** The media types that a file can have. */
  mediaTypes?: readonly string[]
  /** Replies 422 for a document that cannot be rendered as a PDF. */
  rendersPdf?: true
  /** The body or the query refers to other records by id, and the operation replies 404 when one does not exist. */
  referencesRecords?: true
  /** What a 403 can mean besides a missing scope. */
  forbidden?: string
}

/** The descriptions of an area's operations, by method and path. */
export type AreaDescription = {
  area: string
  description: string
  operations: Readonly<Record<string, OperationDescription>>
}

/** The 403 of what creates an invoice. */
export const noPlan = 'The ten free invoices are used up and there is no plan: the body then has `"requiresSubscription": true`.'
export const pdfResponse = { mediaTypes: ['application/pdf'], rendersPdf: true } as const
export const csvMediaTypes = ['text/csv']
export const staleVersionConflict = 'The record was changed since you read the version that you sent; `current` is the current record.'
