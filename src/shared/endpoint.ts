import { z } from 'zod'

/** Who may call: a signed-in user, or anybody who holds an unguessable public id. */
export type Access = 'user' | 'public'

export type Endpoint<Method extends string, Path extends string, Body extends z.ZodType, Reply extends z.ZodType> = {
  method: Method
  path: Path
  body: Body
  reply: Reply
  access: Access
  /** 'file' endpoints answer bytes, 'redirect' endpoints send the browser on. */
  kind: 'json' | 'file' | 'redirect'
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
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>
/** What travels back: JSON, money as decimal strings. */
export type WireReplyOf<E extends AnyEndpoint> = z.input<E['reply']>

const nothing = z.undefined()
type Options = { access?: Access; status?: number }

export const get = <P extends string, R extends z.ZodType>(path: P, reply: R, { access = 'user' }: Options = {}) => ({
  method: 'GET' as const,
  path,
  body: nothing,
  reply,
  access,
  kind: 'json' as const,
})
export const post = <P extends string, B extends z.ZodType, R extends z.ZodType>(
  path: P,
  body: B,
  reply: R,
  { access = 'user', status = 200 }: Options = {},
) => ({ method: 'POST' as const, path, body, reply, access, kind: 'json' as const, status })
export const put = <P extends string, B extends z.ZodType, R extends z.ZodType>(path: P, body: B, reply: R) => ({
  method: 'PUT' as const,
  path,
  body,
  reply,
  access: 'user' as const,
  kind: 'json' as const,
})
export const del = <P extends string>(path: P) => ({
  method: 'DELETE' as const,
  path,
  body: nothing,
  reply: z.void(),
  access: 'user' as const,
  kind: 'json' as const,
})
/** Answers bytes (a PDF) instead of JSON. */
export const file = <P extends string>(path: P, { access = 'user' }: Options = {}) => ({
  method: 'GET' as const,
  path,
  body: nothing,
  reply: z.unknown(),
  access,
  kind: 'file' as const,
})
/** Sends the browser to another address. */
export const redirect = <P extends string>(path: P, { access = 'user' }: Options = {}) => ({
  method: 'GET' as const,
  path,
  body: nothing,
  reply: z.unknown(),
  access,
  kind: 'redirect' as const,
})
/** A call that needs no body; an empty one or `{}` is fine. */
export const noBody = z.strictObject({}).optional()
