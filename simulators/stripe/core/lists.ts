import type Stripe from 'stripe'
import { resourceMissing } from './errors.ts'
import { expandPaths, integer, optional, type Reader, shape, text } from './params.ts'
import type { ApiCall } from './route.ts'
import type { ObjectType, ObjectTypes } from './state.ts'

export const listParams = <F extends string>(...filters: F[]) =>
  shape({
    limit: optional(integer(1, 100)),
    starting_after: optional(text()),
    expand: expandPaths,
    ...(Object.fromEntries(filters.map((name) => [name, optional(text())])) as Record<F, Reader<string | undefined>>),
  })

type Page = { limit: number | undefined; starting_after: string | undefined }

/** `all` are newest first. @throws ApiError 404 for an unknown `starting_after` */
export const paginate = <T extends { id: string }>(
  all: T[],
  { limit, starting_after: after }: Page,
  noun: string,
  url: string,
): Stripe.ApiList<T> => {
  const start = after ? all.findIndex((object) => object.id === after) + 1 : 0
  if (after && start === 0) throw resourceMissing(noun, after, 'starting_after')
  const end = start + (limit ?? 10)
  return { object: 'list', data: all.slice(start, end), has_more: end < all.length, url }
}

type ListParams = Page & { expand: string[] }

export const createListHandler =
  <K extends ObjectType>(type: K, url: string, filters: (keyof ObjectTypes[K] & string)[] = []) =>
  ({ account, params }: ApiCall<ListParams>): Stripe.ApiList<ObjectTypes[K]> => {
    const values = params as ListParams & Record<string, unknown>
    const all = (Object.values(account.objects[type]) as ObjectTypes[K][])
      .reverse()
      .filter((object) => filters.every((name) => values[name] === undefined || object[name] === values[name]))
    return paginate(all, params, type.replace('_', ' '), url)
  }
