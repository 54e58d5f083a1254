import { z } from 'zod'
import type { EndpointAddress } from './endpoint-address.ts'

/** Who may call: a signed-in user, the admin only, or anyone (the path then carries an unguessable public id). */
export type Access = 'user' | 'admin' | 'public'

export type Endpoint<Method extends string, Path extends string, Body extends z.ZodType, Reply extends z.ZodType> = {
  method: Method
  path: Path
  body: Body
  reply: Reply
  access: Access
  /** 'list' endpoints answer one page of an array, 'file' endpoints bytes, 'redirect' endpoints a redirect. */
  kind: 'json' | 'list' | 'file' | 'redirect'
  /** Schema of the query string; without one the query string is ignored. */
  query?: z.ZodType
  /** Maximum size of the body in bytes; `defaultMaxBytes` if not given. */
  maxBytes?: number
  /** Status of a successful reply; 200 if not given, 204 for an empty reply. */
  status?: number
  /** What its calls are counted as, together with those of other endpoints; not counted without it. */
  limit?: LimitName
  /** Counts some calls only, by their body. */
  isLimited?: (body: unknown) => boolean
  /** Where it waits for its turn, if it takes longer than others. */
  lane?: Lane
  /** What a demo account has no part in: all of its calls, or some by their body. */
  notInDemo?: { what: string; only: (body: unknown) => boolean }
  /** What a call adds to what its account stores; the server has the numbers. */
  adds?: Growth
}

/** The limits for calls that are expensive or reach other people; the server has their numbers. */
export type LimitName =
  | 'answers'
  | 'emails'
  | 'exports'
  | 'files'
  | 'imports of exchange rates'
  | 'checks of the books'
  | 'payment attempts'
  | 'PDFs'
  | 'previews of documents'
  | 'previews'
  | 'removals of cards'
  | 'tries of addresses'
  | 'uploads'
/**
 * 'bulk': seconds in a large account, with a database connection. 'checks': all of an account's records. 'rendered': it waits in the renderer's own fair queue and
 * takes no other slot, so that while a long document is drawn, its user can save it.
 */
export type Lane = 'bulk' | 'checks' | 'rendered'

/**
 * 'record': one with short texts. 'rows': one for each of the body's. 'document': one, and its content. 'content': that alone. 'copy': a document made of
 * another one. 'upload': a file.
 */
export type Growth = 'record' | 'rows' | 'document' | 'content' | 'copy' | 'upload'

// `:id` is a row number; `:publicId`, `:ref` and the like are text.
type ParamValue<Name extends string> = Name extends 'id' ? number : string
type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: ParamValue<Name> } & Params<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: ParamValue<Name> }
    : unknown

export type AnyEndpoint = Endpoint<'GET' | 'POST' | 'PUT' | 'DELETE', string, z.ZodType, z.ZodType>
export type ParamsOf<E extends AnyEndpoint> = Params<E['path']>
/** The body as the handler gets it: parsed, money as amounts. */
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>
/** The body as the client sends it: JSON, money as decimal strings. */
export type WireBodyOf<E extends AnyEndpoint> = z.input<E['body']>
/** The query as the handler gets it: parsed. */
export type QueryOf<E extends AnyEndpoint> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
/** The query as the client passes it: text and numbers. */
export type WireQueryOf<E extends AnyEndpoint> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>
/** The reply as JSON: money as decimal strings. */
export type WireReplyOf<E extends AnyEndpoint> = z.input<E['reply']>

/** Maximum size of a body where the endpoint sets no other: 1 MB. */
export const defaultMaxBytes = 1_048_576
/** The same for calls without sign-in: a name, an address and a few sentences. */
const publicMaxBytes = 65_536

const nothing = z.undefined()
type Options = { access?: Access; status?: number }

/** Response header with the cursor of a list's next page; absent on the last page. */
export const nextCursorHeader = 'x-next-cursor'

export const get = <A extends EndpointAddress<'GET'>, R extends z.ZodType>(address: A, reply: R, { access = 'user' }: Options = {}) => ({
  ...address,
  body: nothing,
  reply,
  access,
  kind: 'json' as const,
})
/** A GET with a query string. */
export const find = <A extends EndpointAddress<'GET'>, Q extends z.ZodType, R extends z.ZodType>(address: A, query: Q, reply: R) => ({
  ...get(address, reply),
  query,
})
/** A paged array of rows: at most 1,000 rows and 4 MB per page. The next page's cursor is in the header `nextCursorHeader`. */
export const list = <A extends EndpointAddress<'GET'>, Q extends z.ZodType, R extends z.ZodType>(address: A, query: Q, row: R) => ({
  ...get(address, z.array(row)),
  query,
  kind: 'list' as const,
})
export const post = <A extends EndpointAddress<'POST'>, B extends z.ZodType, R extends z.ZodType>(
  address: A,
  body: B,
  reply: R,
  {
    access = 'user',
    status = 200,
    maxBytes = access === 'public' ? publicMaxBytes : defaultMaxBytes,
  }: Options & { maxBytes?: number } = {},
) => ({ ...address, body, reply, access, kind: 'json' as const, status, maxBytes })
export const put = <A extends EndpointAddress<'PUT'>, B extends z.ZodType, R extends z.ZodType>(
  address: A,
  body: B,
  reply: R,
  { maxBytes = defaultMaxBytes }: { maxBytes?: number } = {},
) => ({ ...address, body, reply, access: 'user' as const, kind: 'json' as const, maxBytes })
export const del = <A extends EndpointAddress<'DELETE'>>(address: A) => ({
  ...address,
  body: nothing,
  reply: z.void(),
  access: 'user' as const,
  kind: 'json' as const,
})
/** A GET that answers bytes (a PDF) instead of JSON. */
export const file = <A extends EndpointAddress<'GET'>>(address: A, { access = 'user' }: Options = {}) => ({
  ...address,
  body: nothing,
  reply: z.unknown(),
  access,
  kind: 'file' as const,
})
/** A POST that answers bytes made from its body and stores nothing. */
export const postFile = <A extends EndpointAddress<'POST'>, B extends z.ZodType>(
  address: A,
  body: B,
  { maxBytes = defaultMaxBytes }: { maxBytes?: number } = {},
) => ({
  ...address,
  body,
  reply: z.unknown(),
  access: 'user' as const,
  kind: 'file' as const,
  maxBytes,
})
/** A GET with a query string that answers bytes (an export of a list). */
export const findFile = <A extends EndpointAddress<'GET'>, Q extends z.ZodType>(address: A, query: Q) =>
  inLane('bulk', limited('exports', { ...file(address), query }))
/** A GET that redirects the browser. */
export const redirect = <A extends EndpointAddress<'GET'>>(address: A, { access = 'user' }: Options = {}) => ({
  ...address,
  body: nothing,
  reply: z.unknown(),
  access,
  kind: 'redirect' as const,
})
/** For endpoints without a body: none or `{}`. */
export const noBody = z.strictObject({}).optional()

type Facts = Pick<AnyEndpoint, 'limit' | 'isLimited' | 'lane' | 'notInDemo' | 'adds'>
/** @param isLimited counts some calls only, by their body */
export const limited = <E extends object>(limit: LimitName, endpoint: E, isLimited?: (body: never) => boolean): E & Facts => ({
  ...endpoint,
  limit,
  ...(isLimited && { isLimited: isLimited as (body: unknown) => boolean }),
})
export const inLane = <E extends object>(lane: Lane, endpoint: E): E & Facts => ({ ...endpoint, lane })
/** What outlives a demo account, or is about real money. @param what in the plural @param only some calls, by their body */
export const notInDemo = <E extends object>(what: string, endpoint: E, only: (body: never) => boolean = () => true): E & Facts => ({
  ...endpoint,
  notInDemo: { what, only: only as (body: unknown) => boolean },
})
export const adding = <E extends object>(adds: Growth, endpoint: E): E & Facts => ({ ...endpoint, adds })
