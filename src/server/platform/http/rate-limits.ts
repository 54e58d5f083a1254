import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Db } from '#server/platform/db/client.ts'
import { isDatabaseUnavailable } from '#server/platform/db/database-errors.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getNetworkPrefix, isLoopback } from './request-source.ts'

/** A window starts with the first one counted. */
export type RateLimitRule = {
  /** In the plural: 'emails'. It appears in the error message and is part of the counter's name. */
  what: string
  max: number
  windowSeconds: number
}

export type RateLimiter = {
  /** `key` is like 'user:7' or 'token:12'. @throws AppError 429 with the seconds to wait in `retryAfter` */
  limit(rule: RateLimitRule & { key: string }): Promise<void>
  /** Only a keyed hash is stored. While counts can't be written (on a full disk), requests are let through, unless `strict`. */
  limitAddress(rule: RateLimitRule, address: string, options?: { strict: boolean }): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimiter: RateLimiter
  }
}

/** By network. Users have limits of their own. */
const visitorRateLimit = { what: 'requests', max: 240, windowSeconds: 60 }

/** Before the body is read. An app without a rate limiter counts none. */
export const limitVisitor = async (app: FastifyInstance, { ip }: FastifyRequest): Promise<void> => {
  if (app.hasDecorator('rateLimiter')) await app.rateLimiter.limitAddress(visitorRateLimit, ip)
}

/** '10 seconds', '1 minute', '15 minutes', '5 hours' */
export const formatWait = (seconds: number) => {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/**
 * A single statement that only succeeds below the limit, so that concurrent requests on several nodes cannot exceed it. Only the database's
 * clock is used. A window that ends too late, because that clock was set back, is restarted. (The tolerance of a minute is for
 * transactions: one that started earlier may count later.)
 */
const countOne = `
  insert into rate_counts as r (key, count, ends_at) values ($1, 1, now() + make_interval(secs => $3::int))
  on conflict (key) do update set
    count = case when r.ends_at <= now() or r.ends_at > excluded.ends_at + interval '1 minute' then 1 else r.count + 1 end,
    ends_at = case when r.ends_at <= now() or r.ends_at > excluded.ends_at + interval '1 minute' then excluded.ends_at else r.ends_at end
  where r.count < $2::int or r.ends_at <= now() or r.ends_at > excluded.ends_at + interval '1 minute'
  returning 1`
const selectWait = 'select extract(epoch from ends_at - now())::float8 as seconds from rate_counts where key = $1'

const getCounterName = ({ what, key }: { what: string; key: string }) => `${what} ${key}`

/** The counter stays locked until the transaction ends: take all other locks first. @returns the seconds to wait; 0 when it was counted */
export const countInTransaction = async (db: Db, rule: RateLimitRule & { key: string }): Promise<number> => {
  const counted = await db.rows(countOne, [getCounterName(rule), rule.max, rule.windowSeconds], 'limits.count')
  if (counted.length > 0) return 0
  const [row] = await db.rows<{ seconds: number }>(selectWait, [getCounterName(rule)], 'limits.wait')
  return Math.max(1, Math.ceil(row?.seconds ?? 1))
}

/** One of a window that has ended doesn't count any more. */
export const uncountInTransaction = (db: Db, rule: RateLimitRule & { key: string }): Promise<unknown> =>
  db.rows('update rate_counts set count = count - 1 where key = $1 and count > 0', [getCounterName(rule)], 'limits.uncount')

export const getRemainingInTransaction = async (db: Db, rule: RateLimitRule & { key: string }): Promise<number> => {
  const [row] = await db.rows<{ count: number }>('select count from rate_counts where key = $1 and ends_at > now()', [getCounterName(rule)])
  return Math.max(0, rule.max - (row?.count ?? 0))
}

const cleanUpEveryMs = 10 * 60_000
/** Repeated requests above a limit cost no query. */
const cacheRefusalMs = 5_000
const maxCachedRefusals = 10_000
/**
 * Who goes on after refusals gets each later than the one before, and waits for it: thousands of them a second would take the processor from others. Only so many
 * wait at a time, as each is an open connection.
 */
const slowing = { stepMs: 20, longestMs: 1000, mostWaiting: 1000 }

type Deps = { pool: Database['pool']; addressKey: string; log: (line: string) => void }

/** `addressKey` is the secret key for hashes of IP addresses, the same on all nodes. */
export const createRateLimiter = ({ pool, addressKey, log }: Deps): RateLimiter => {
  const refusals = new Map<string, { until: number; endsAt: number; repeated: number }>()
  let waiting = 0
  let cleanedUpAt = performance.now()
  let loggedAt = Number.NEGATIVE_INFINITY

  const deleteExpired = () => {
    cleanedUpAt = performance.now()
    pool
      .query('delete from rate_counts where ends_at < now()')
      .catch((error: Error) => log(`Expired rate counts were not removed: ${error.message}`))
  }

  const tryCount = async (name: string, { max, windowSeconds }: RateLimitRule): Promise<number> => {
    const at = performance.now()
    const refusal = refusals.get(name)
    if (refusal && refusal.until > at) {
      refusal.repeated += 1
      if (waiting < slowing.mostWaiting) {
        waiting += 1
        await sleep(Math.min(refusal.repeated * slowing.stepMs, slowing.longestMs), undefined, { ref: false })
        waiting -= 1
      }
      return (refusal.endsAt - at) / 1000
    }
    if (refusal) refusals.delete(name)
    if (at - cleanedUpAt > cleanUpEveryMs) deleteExpired()
    const { rowCount } = await pool.query({ name: 'limits.count', text: countOne, values: [name, max, windowSeconds] })
    if (rowCount) return 0
    const { rows } = await pool.query<{ seconds: number }>({ name: 'limits.wait', text: selectWait, values: [name] })
    const seconds = Math.max(1, rows[0]?.seconds ?? 1)
    if (refusals.size >= maxCachedRefusals) refusals.clear()
    refusals.set(name, { until: at + Math.min(cacheRefusalMs, seconds * 1000), endsAt: at + seconds * 1000, repeated: 0 })
    return seconds
  }

  const limit: RateLimiter['limit'] = async (rule) => {
    const seconds = Math.ceil(await tryCount(getCounterName(rule), rule))
    if (seconds > 0)
      throw new AppError(429, `Too many ${rule.what} within a short time. Please try again in ${formatWait(seconds)}.`, {
        retryAfter: seconds,
      })
  }

  return {
    limit,
    limitAddress: async (rule, address, { strict } = { strict: false }) => {
      const hash = createHmac('sha256', addressKey).update(getNetworkPrefix(address)).digest('base64url')
      const max = isLoopback(address) ? rule.max * 10 : rule.max
      await limit({ ...rule, max, key: `address:${hash}` }).catch((error: Error) => {
        if (strict || error instanceof AppError || isDatabaseUnavailable(error)) throw error
        if (performance.now() - loggedAt > 60_000) log(`Requests can't be counted at the moment: ${error.message}`)
        loggedAt = performance.now()
      })
    },
  }
}
