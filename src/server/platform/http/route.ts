import type { Readable } from 'node:stream'
import type { Prepared, UserDb } from '#server/platform/db/client.ts'
import type { Idempotency, StoredReply } from '#server/platform/db/idempotency.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import type { Day } from '#shared/dates.ts'
import type { Access, AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '#shared/endpoint.ts'
import type { EncodedBytes } from './content-encoding.ts'
import type { RequestSource } from './request-source.ts'

/** The reply of a 'file' endpoint. */
export type FileReply = {
  bytes: Uint8Array | Readable
  /** `bytes` as they were compressed once; without them each reply is compressed anew if its content type is worth it. */
  encoded?: EncodedBytes
  contentType: string
  fileName: string
  etag?: string
  /** 'attachment' saves the file; 'inline', the default, lets the browser show it. */
  disposition?: 'inline' | 'attachment'
  /** The response's Content-Security-Policy, if not that of the API. */
  policy?: string
}
/**
 * A reply as JSON that the database built in the contract's shape. It is sent as it is, without validation by the contract's schema, so a test must
 * compare the statement's keys with the contract.
 */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** The reply of a 'redirect' endpoint. */
export type Redirect = { location: string }
type Reply<E extends AnyEndpoint> = E['kind'] extends 'file'
  ? FileReply
  : E['kind'] extends 'redirect'
    ? Redirect
    : E['kind'] extends 'list'
      ? Page<ReplyOf<E> | JsonText>
      : ReplyOf<E> | JsonText

/** The signed-in user of a request. All database access goes through row-level security for this user. */
export type Caller = {
  id: number
  email: string | null
  /** Runs work in one transaction. */
  tx<T>(work: (db: UserDb) => Promise<T>): Promise<T>
  /** Runs long reads in one repeatable-read transaction, so that all figures are of the same moment. */
  snapshot<T>(work: (db: UserDb) => Promise<T>): Promise<T>
  /** Runs one query in a single round trip; see `Database.readAsUser`. */
  read<Row>(query: Prepared): Promise<Row[]>
}

export type Request<E extends AnyEndpoint> = {
  body: BodyOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  /** Today's date in `timeZone`. */
  today: Day
  /** The IANA time zone of the user's profile, otherwise of the browser; null when the browser sent none. */
  timeZone: string | null
  /** The time zone that the browser sent. */
  browserTimeZone: string | null
  /** The client's IP address: that of the connection, or the one that a trusted proxy reports. */
  address: string
  /** The client's IP address and User-Agent, for security events. */
  source: RequestSource
  /** The session of the request; null for visitors and API tokens. A secret: it must not be shown or logged. */
  sessionId: string | null
  idempotency: Idempotency | null
  /** Whether a browser loads the response in advance, before the user clicked. */
  isPrefetch: boolean
}

/**
 * Runs a change in the caller's transaction, once per Idempotency-Key. A repeated request gets the first reply.
 * @throws AppError 422 when the key was used for another request
 */
export type RunIdempotent<Reply> = (db: UserDb, change: () => Promise<Reply | JsonText>) => Promise<StoredReply>

type IdempotentHandler<E extends AnyEndpoint> = (
  request: Request<E> & { user: Caller; idempotent: RunIdempotent<ReplyOf<E>> },
) => Promise<StoredReply>

export type Handler<E extends AnyEndpoint, U> = (request: Request<E> & { user: U }) => Promise<Reply<E>> | Reply<E>
export type Route = {
  endpoint: AnyEndpoint
  /** Counts a request, or refuses it, before its body is read. */
  admit?: (request: { user: { id: number } | null; params: Record<string, string | number> }) => Promise<void>
  handle: Handler<AnyEndpoint, never>
  /** Whether a request with the Idempotency-Key of an earlier one gets the earlier reply, even where it would now be refused. */
  isIdempotent?: boolean
}

/** A route for signed-in users or for the admin. Visitors get 401 and other users 403 before the handler runs. */
export const route = <E extends AnyEndpoint & { access: Access }>(endpoint: E, handle: Handler<E, Caller>): Route => {
  // The types allow a public endpoint here, but its handler would have no user.
  if (endpoint.access === 'public') throw new Error(`${endpoint.method} ${endpoint.path} is public: use publicRoute`)
  return { endpoint, handle: handle as unknown as Route['handle'] }
}

/** A route that changes data. Its reply comes from `idempotent`, so that a client can repeat a request whose response got lost. */
export const idempotentRoute = <E extends AnyEndpoint & { access: Access }>(endpoint: E, handle: IdempotentHandler<E>): Route => ({
  ...route(endpoint, handle as never),
  isIdempotent: true,
})

/** A route without sign-in; `user` is null for visitors. */
export const publicRoute = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E, Caller | null>): Route => {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.method} ${endpoint.path} is not public: use route`)
  return { endpoint, handle: handle as unknown as Route['handle'] }
}
