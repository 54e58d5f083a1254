import { z } from 'zod'
import type { EndpointAddress } from './endpoint-address.ts'

/** Who may call: a signed-in user, the admin among them, or anybody who holds an unguessable public id. */
export type Access = 'user' | 'admin' | 'public'

export type Endpoint<Method extends string, Path extends string, Body extends z.ZodType, Reply extends z.ZodType> = {
  method: Method
  path: Path
  body: Body
  reply: Reply
  access: Access
  /** 'list' endpoints answer an array a page at a time, 'file' endpoints bytes, 'redirect' endpoints send the browser on. */
  kind: 'json' | 'list' | 'file' | 'redirect'
  /** What may stand after the `?`; without it nothing is read from there. */
  query?: z.ZodType
  /** The most that a body may weigh, in bytes; 1 MB unless said otherwise. */
  maxBytes?: number
  /** Of a good answer; 200 unless said otherwise, 204 when there is nothing to say. */
  status?: number
}

// `:id` is a row number; `:publicId`, `:ref` and the like are text.
type ParamValue<Name extends string> = Name extends 'id' ? number : string
type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: ParamValue<Name> } & Params<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: ParamValue<Name> }
    : unknown

export type AnyEndpoint = Endpoint<'GET' | 'POST' | 'PUT' | 'DELETE', string, z.ZodType, z.ZodType>
export type ParamsOf<E extends AnyEndpoint> = Params<E['path']>
/** What the handler gets: parsed, money in cents. */
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>
/** What the caller sends: JSON, money as decimal strings. */
export type WireBodyOf<E extends AnyEndpoint> = z.input<E['body']>
/** What the handler gets from the address after the `?`: parsed. */
export type QueryOf<E extends AnyEndpoint> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
/** What the caller may put after the `?`: text and numbers. */
export type WireQueryOf<E extends AnyEndpoint> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>
/** What travels back: JSON, money as decimal strings. */
export type WireReplyOf<E extends AnyEndpoint> = z.input<E['reply']>

/** What a body may weigh where nothing else is said: 1 MB. */
export const defaultMaxBytes = 1_048_576

const nothing = z.undefined()
type Options = { access?: Access; status?: number }

/** The header that carries the cursor of a list's next page; without it there is none. */
export const nextCursorHeader = 'x-next-cursor'

export const get = <A extends EndpointAddress<'GET'>, R extends z.ZodType>(address: A, reply: R, { access = 'user' }: Options = {}) => ({
  ...address,
  body: nothing,
  reply,
  access,
  kind: 'json' as const,
})
/** A GET whose answer depends on what stands after the `?`. */
export const find = <A extends EndpointAddress<'GET'>, Q extends z.ZodType, R extends z.ZodType>(address: A, query: Q, reply: R) => ({
  ...get(address, reply),
  query,
})
/** An array of rows, a page at a time: at most 1,000 rows and 4 MB. The next page's cursor travels in a header. */
export const list = <A extends EndpointAddress<'GET'>, Q extends z.ZodType, R extends z.ZodType>(address: A, query: Q, row: R) => ({
  ...get(address, z.array(row)),
  query,
  kind: 'list' as const,
})
export const post = <A extends EndpointAddress<'POST'>, B extends z.ZodType, R extends z.ZodType>(
  address: A,
  body: B,
  reply: R,
  { access = 'user', status = 200, maxBytes = defaultMaxBytes }: Options & { maxBytes?: number } = {},
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
/** Answers bytes (a PDF) instead of JSON. */
export const file = <A extends EndpointAddress<'GET'>>(address: A, { access = 'user' }: Options = {}) => ({
  ...address,
  body: nothing,
  reply: z.unknown(),
  access,
  kind: 'file' as const,
})
/** Answers bytes that are made of what the body says, and keeps nothing. */
export const postFile = <A extends EndpointAddress<'POST'>, B extends z.ZodType>(address: A, body: B) => ({
  ...address,
  body,
  reply: z.unknown(),
  access: 'user' as const,
  kind: 'file' as const,
})
/** Answers bytes that depend on what stands after the `?` (an export of what a list shows). */
export const findFile = <A extends EndpointAddress<'GET'>, Q extends z.ZodType>(address: A, query: Q) => ({ ...file(address), query })
/** Sends the browser to another address. */
export const redirect = <A extends EndpointAddress<'GET'>>(address: A, { access = 'user' }: Options = {}) => ({
  ...address,
  body: nothing,
  reply: z.unknown(),
  access,
  kind: 'redirect' as const,
})
/** A call that needs no body; an empty one or `{}` is fine. */
export const noBody = z.strictObject({}).optional()
