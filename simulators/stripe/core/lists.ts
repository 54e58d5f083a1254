import type Stripe from 'stripe'
import { missing } from './errors.ts'
import { expandPaths, integer, optional, type Reader, shape, text } from './params.ts'
import type { Call } from './route.ts'
import type { Kind, Kinds } from './state.ts'

/** The parameters of every list, and those by which this one can be narrowed: names of ids that the objects carry. */
export const listParams = <F extends string>(...filters: F[]) =>
  shape({
    limit: optional(integer(1, 100)),
    starting_after: optional(text()),
    expand: expandPaths,
    ...(Object.fromEntries(filters.map((name) => [name, optional(text())])) as Record<F, Reader<string | undefined>>),
  })

type Page = { limit: number | undefined; starting_after: string | undefined }

/** One page of `all`, which are newest first. Throws Stripe's 404 when there is nothing to start after. */
export const pageOf = <T extends { id: string }>(
  all: T[],
  { limit, starting_after: after }: Page,
  noun: string,
  url: string,
): Stripe.ApiList<T> => {
  const start = after ? all.findIndex((object) => object.id === after) + 1 : 0
  if (after && start === 0) throw missing(noun, after, 'starting_after')
  const end = start + (limit ?? 10)
  return { object: 'list', data: all.slice(start, end), has_more: end < all.length, url }
}

type ListParams = { limit: number | undefined; starting_after: string | undefined; expand: string[] }

/** An account's objects of one kind, newest first, ten at a time; each name in `filters` that was sent must equal the object's. */
export const listOf =
  <K extends Kind>(kind: K, url: string, filters: (keyof Kinds[K] & string)[] = []) =>
  ({ account, params }: Call<ListParams>): Stripe.ApiList<Kinds[K]> => {
    const wanted = params as ListParams & Record<string, unknown>
    const all = (Object.values(account.objects[kind]) as Kinds[K][])
      .reverse()
      .filter((object) => filters.every((name) => wanted[name] === undefined || object[name] === wanted[name]))
    return pageOf(all, params, kind.replace('_', ' '), url)
  }
