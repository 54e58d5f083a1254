import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ContractEndpoint } from '#modules/contract.ts'
import type { AnyEndpoint, WireReplyOf } from '#shared/endpoint.ts'

export type Method = AnyEndpoint['method']

// The types below find the endpoint of a URL as the test writes it: a literal, or a template with holes such as `/api/customers/${id}`.

/**
 * Whether a segment of a URL fits one of an endpoint's path. `:id` takes numbers only, so that '/api/customers/summary' is not '/api/customers/:id'.
 * The last segment may end in a hole for the query, as in `/api/items${query}`.
 */
type FitsSegment<Given extends string, Segment extends string> = Segment extends ':id'
  ? string extends Given
    ? true
    : Given extends `${number}`
      ? true
      : false
  : Segment extends `:${string}`
    ? true
    : Given extends Segment
      ? true
      : Given extends `${Segment}${infer Hole}`
        ? string extends Hole
          ? true
          : false
        : false
type FitsPath<Given extends string, Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? Given extends `${infer First}/${infer Others}`
    ? FitsSegment<First, Segment> extends true
      ? FitsPath<Others, Rest>
      : false
    : false
  : Given extends `${string}/${string}`
    ? false
    : FitsSegment<Given, Path>
type WithoutQuery<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url
type FindEndpoint<M extends Method, Path extends string, E = ContractEndpoint> = E extends AnyEndpoint & { method: M }
  ? FitsPath<Path, E['path']> extends true
    ? E
    : never
  : never

/** The JSON that the endpoint at a URL replies; unknown where the contract has no such endpoint, or the URL is not known to the compiler. */
export type ReplyAt<M extends Method, Url extends string> = string extends Url
  ? unknown
  : Url extends unknown
    ? [FindEndpoint<M, WithoutQuery<Url>>] extends [never]
      ? unknown
      : WireReplyOf<FindEndpoint<M, WithoutQuery<Url>>>
    : never

type Pattern = { endpoint: AnyEndpoint; pattern: RegExp; params: number }

const toPattern = (endpoint: AnyEndpoint): Pattern => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replace(/:(\w+)/g, (_, name) => (name === 'id' ? '\\d+' : '[^/]+'))}$`),
  params: endpoint.path.split(':').length,
})

/**
 * Creates a check that compares the JSON of a good reply with the schema of its endpoint, in both directions: no field is missing, and none is there that
 * the contract does not name. Replies that PostgreSQL writes as JSON pass no schema on the server, so this is where they are compared.
 * @param endpoints those that the server mounts
 * @returns throws an Error that names the endpoint and what differs
 */
export const createReplyCheck = (endpoints: readonly AnyEndpoint[]) => {
  const patterns = endpoints.map(toPattern)
  const find = (method: string, url: string): AnyEndpoint | undefined => {
    const path = url.split('?')[0]!
    const found = patterns.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    return found.toSorted((a, b) => a.params - b.params)[0]?.endpoint
  }
  return (method: string, url: string, body: unknown): void => {
    const endpoint = find(method, url)
    if (!endpoint || endpoint.kind === 'file' || endpoint.kind === 'redirect') return
    const parsed = endpoint.reply.safeParse(body)
    if (!parsed.success) throw new Error(`${method} ${url} does not reply what the contract says: ${z.prettifyError(parsed.error)}`)
    const encoded = JSON.parse(JSON.stringify(z.encode(endpoint.reply, parsed.data) ?? null))
    if (!isDeepStrictEqual(encoded, body))
      throw new Error(
        `${method} ${url} replies more than the contract says:\n${JSON.stringify(body)}\ninstead of\n${JSON.stringify(encoded)}`,
      )
  }
}

const refusal = z.looseObject({
  message: z.string(),
  /** The fields that are wrong; empty for other refusals. */
  issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).default([]),
})

/** The body of a refusal. @throws Error for a good reply, and for a refusal without a message */
export const readRefusal = ({ status, body }: { status: number; body: unknown }): z.output<typeof refusal> => {
  if (status < 400) throw new Error(`not refused, but ${status}: ${JSON.stringify(body)}`)
  return refusal.parse(body)
}
