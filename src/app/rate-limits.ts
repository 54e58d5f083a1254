import { randomBytes } from 'node:crypto'
import type { Database } from '#server/platform/db/client.ts'
import type { Secrets } from '#server/platform/encryption/secrets.ts'
import { getServerKey } from '#server/platform/encryption/server-key.ts'
import { createRateLimiter, type RateLimiter, type RateLimitRule } from '#server/platform/http/rate-limits.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { LimitName } from '#shared/endpoint.ts'
import { readRowId } from '#shared/row-id.ts'

type LimiterDeps = { database: Database; secrets: Secrets; log: (line: string) => void }

/** The rate limiter; all nodes share its counters and its key for hashes of IP addresses. */
export const openRateLimiter = async ({ database, secrets, log }: LimiterDeps): Promise<RateLimiter> => {
  const addressKey = await getServerKey(database, secrets, 'address-key', () => randomBytes(32).toString('base64url'))
  return createRateLimiter({ pool: database.pool, addressKey, log })
}

const hour = 3600
const tenMinutes = 600

/** The requests of all endpoints with the limit are counted together, per user or per public document. */
type Limit = Omit<RateLimitRule, 'what'> & { per: 'user' | 'document' }

/** Far more than a user needs, and little for a script. */
export const limits: Readonly<Record<LimitName, Limit>> = {
  emails: { max: 500, windowSeconds: hour, per: 'user' },
  'tries of addresses': { max: 20, windowSeconds: hour, per: 'user' },
  'imports of exchange rates': { max: 60, windowSeconds: tenMinutes, per: 'user' },
  // Each reads all records: more would keep a processor busy, also when their client leaves at once.
  'checks of the books': { max: 60, windowSeconds: tenMinutes, per: 'user' },
  uploads: { max: 100, windowSeconds: tenMinutes, per: 'user' },
  files: { max: 200, windowSeconds: tenMinutes, per: 'user' },
  // Two per second: more than moving through a color picker causes.
  previews: { max: 600, windowSeconds: 300, per: 'user' },
  // Five per second: as often as a fast typist pauses.
  'previews of documents': { max: 1500, windowSeconds: 300, per: 'user' },
  PDFs: { max: 600, windowSeconds: tenMinutes, per: 'user' },
  exports: { max: 120, windowSeconds: tenMinutes, per: 'user' },
  // Each of these emails the owner or calls a payment provider, and needs nothing but the document's link.
  answers: { max: 30, windowSeconds: hour, per: 'document' },
  'removals of cards': { max: 30, windowSeconds: hour, per: 'document' },
  'payment attempts': { max: 60, windowSeconds: tenMinutes, per: 'document' },
}

/**
 * The key that a request is counted for: the user, or the document of the public id in its path, signed in or not, because signing up is free. Requests of
 * the owner use the row id and are not counted for the document.
 */
const getKey = (per: Limit['per'], user: { id: number } | null, params: Record<string, string | number>): string | null => {
  if (per === 'user') return user && `user:${user.id}`
  const document = String(params.publicId ?? params.ref)
  return user && readRowId(document) !== undefined ? null : `paper:${document}`
}

type CountedRequest = { user: { id: number } | null; params: Record<string, string | number> }

/** Adds the rate limits to the routes. A request is counted before its body is read, except where the endpoint asks for the body. */
export const withRateLimits = (routes: readonly Route[], { limit }: RateLimiter): Route[] =>
  routes.map((route) => {
    const { limit: what, isLimited } = route.endpoint
    if (!what) return route
    const { per, ...rule } = limits[what]
    const admit = async ({ user, params }: CountedRequest) => {
      const key = getKey(per, user, params)
      if (key !== null) await limit({ what, ...rule, key })
    }
    if (!isLimited) return { ...route, admit }
    const handle = route.handle as unknown as (request: CountedRequest & { body: unknown }) => unknown
    const counted = async (request: CountedRequest & { body: unknown }) => {
      if (isLimited(request.body)) await admit(request)
      return handle(request)
    }
    return { ...route, handle: counted as unknown as Route['handle'] }
  })
