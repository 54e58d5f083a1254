import type { Readable } from 'node:stream'
import type { Prepared, UserDb } from '#server/platform/db/client.ts'
import type { Idempotency, StoredReply } from '#server/platform/db/idempotency.ts'
import type { Page } from '#server/platform/db/pagination.ts'
import type { Day } from '#shared/dates.ts'
import type { Access, AnyEndpoint, BodyOf, ParamsOf, QueryOf, ReplyOf } from '#shared/endpoint.ts'
import type { RequestSource } from './request-source.ts'

/** Bytes that a 'file' endpoint answers. */
export type FileReply = {
  /** All at once, or as they are made. */
  bytes: Uint8Array | Readable
  contentType: string
  fileName: string
  etag?: string
  /** 'attachment' saves it; 'inline', the default, lets the browser show it. */
  disposition?: 'inline' | 'attachment'
  /** The answer's Content-Security-Policy, where it should be other than that of the API. */
  policy?: string
}
/**
 * A reply that the database wrote as JSON, in the contract's own shape: it leaves as it is. No schema looks at it on its way, so a test must hold
 * its statement to the contract, key for key.
 */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** Where a 'redirect' endpoint sends the browser. */
export type Redirect = { location: string }
type Answer<E extends AnyEndpoint> = E['kind'] extends 'file'
  ? FileReply
  : E['kind'] extends 'redirect'
    ? Redirect
    : E['kind'] extends 'list'
      ? Page<ReplyOf<E> | JsonText>
      : ReplyOf<E> | JsonText

export type Caller = {
  id: number
  email: string | null
  /** Runs work in one transaction that sees this user's rows only; all of it is kept, or none. */
  tx<T>(work: (db: UserDb) => Promise<T>): Promise<T>
  /** The same for work that only reads, much at a time: all of it is of one moment, so that figures agree with one another. */
  snapshot<T>(work: (db: UserDb) => Promise<T>): Promise<T>
  /** One query that sees this user's rows only, in a single round trip; see `Database.readAsUser`. */
  read<Row>(query: Prepared): Promise<Row[]>
}

export type Request<E extends AnyEndpoint> = {
  body: BodyOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  /** Today where the caller is. */
  today: Day
  /** The caller's IANA time zone: the one that he chose, else that of his browser; null when it didn't say. */
  timeZone: string | null
  /** What the browser said, whatever was chosen. */
  browserTimeZone: string | null
  /** The network address that the request came from: the connection's own, whatever its headers say. Behind a proxy it is the proxy's. */
  address: string
  /** The same, with what the browser or program calls itself: for the log of what happened to an account. */
  source: RequestSource
  /** Which session the request came with; null for a visitor, and for a program that came with a token. Never to be shown: whoever knows it is signed in. */
  sessionId: string | null
  idempotency: Idempotency | null
  /** Nobody looks at the answer yet: a browser fetches it ahead of a click. */
  isPrefetch: boolean
}

/**
 * Makes a change in its own transaction, once per Idempotency-Key; whoever repeats the request gets the first answer again.
 * @throws AppError 422 when the key was used for another request
 */
export type RunIdempotent<Answer> = (db: UserDb, change: () => Promise<Answer | JsonText>) => Promise<StoredReply>

type ChangeHandler<E extends AnyEndpoint> = (
  request: Request<E> & { user: Caller; idempotent: RunIdempotent<ReplyOf<E>> },
) => Promise<StoredReply>

export type Handler<E extends AnyEndpoint, U> = (request: Request<E> & { user: U }) => Promise<Answer<E>> | Answer<E>
export type Route = {
  endpoint: AnyEndpoint
  handle: Handler<AnyEndpoint, never>
  /** It may be asked again with the same Idempotency-Key, and answers as it did first. */
  isIdempotent?: boolean
}

/** A call for signed-in users, or of those for the admin: a visitor gets 401 and anybody else 403 before the handler runs. */
export const route = <E extends AnyEndpoint & { access: Access }>(endpoint: E, handle: Handler<E, Caller>): Route => {
  // Checked here too, so that a public endpoint can't be handed to a handler that relies on a user.
  if (endpoint.access === 'public') throw new Error(`${endpoint.method} ${endpoint.path} is public: use publicRoute`)
  return { endpoint, handle: handle as unknown as Route['handle'] }
}

/** A call of a signed-in user that changes something: its answer comes from `once`, so that it can be asked again when it got lost on its way. */
export const idempotentRoute = <E extends AnyEndpoint & { access: Access }>(endpoint: E, handle: ChangeHandler<E>): Route => ({
  ...route(endpoint, handle as never),
  isIdempotent: true,
})

/** A call that needs no sign-in; `user` is there when somebody is signed in. */
export const publicRoute = <E extends AnyEndpoint>(endpoint: E, handle: Handler<E, Caller | null>): Route => {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.method} ${endpoint.path} is not public: use route`)
  return { endpoint, handle: handle as unknown as Route['handle'] }
}
