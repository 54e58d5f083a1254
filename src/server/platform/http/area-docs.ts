import type { z } from 'zod'
import type { AnyEndpoint } from '#shared/endpoint.ts'

/** The description of one operation, for developers who use the API. */
export type OperationDocs = {
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

/** What the documentation says of an area of the API: the operations that tokens may call, in its order. */
export type AreaDocs = {
  area: string
  description: string
  operations: readonly (readonly [AnyEndpoint, OperationDocs])[]
  /** The schemas that have a name: this one, with a capital. Others are inlined where they are used. */
  schemas?: Readonly<Record<string, z.ZodType>>
  /** By the name of a schema. A test sends the inputs to a new account, and compares the replies with the examples; only ids and instants may differ. */
  examples?: Readonly<Record<string, unknown>>
}
