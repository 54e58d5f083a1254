import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Database, Db } from '#server/platform/db/client.ts'
import { isDatabaseUnavailable } from '#server/platform/db/unavailable.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

/** So often within so long. The window begins with the first that is counted. */
export type RateLimitRule = {
  /** What is counted, in the plural: 'e-mails'. People read it, and counts of one name and key are one count. */
  what: string
  max: number
  windowSeconds: number
}

export type RateLimiter = {
  /**
   * Counts one more, for all nodes together.
   * @param rule `key` says for whom: 'user:7', 'token:12'; no address, which `limitAddress` is for
   * @throws AppError 429 when there were `max` of them already, with the seconds to wait in `retryAfter` and in its words
   */
  limit(rule: RateLimitRule & { key: string }): Promise<void>
  /**
   * The same for everybody behind one network address, of which only a keyed hash is kept. While counts can't be written (a full disk), it lets
   * through, since most only look; unless `strict`.
   */
  limitAddress(rule: RateLimitRule, address: string, options?: { strict: boolean }): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: RateLimiter
  }
}

/** An IPv6 customer holds a whole /64: it counts as one address. */
export const getNetworkPrefix = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':').toLowerCase()}::/64`
}

/** Whether it is this machine's own: a proxy on it that isn't trusted to say more speaks for everybody behind it, and may do ten times as much. */
export const isLoopback = (address: string): boolean => getNetworkPrefix(address).startsWith('127.') || address === '::1'

/** '10 seconds', '1 minute', '15 minutes', '5 hours'. */
export const formatWait = (seconds: number) => {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes >= 120) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/**
 * Counts only while there is room, in one statement: two nodes never let one too many through. The database's clock is the only one; after it was
 * set back, a window that would last too long is over. (By a minute: of two counts at once, the one that began first may come second.)
 */
const count = `
  insert into rate_counts as r (key, count, ends_at) values ($1, 1, now() + make_interval(secs => $3::int))
  on conflict (key) do update set
    count = case when r.ends_at <= now() or r.ends_at > excluded.ends_at + interval '1 minute' then 1 else r.count + 1 end,
    ends_at = case when r.ends_at <= now() or r.ends_at > excluded.ends_at + interval '1 minute' then excluded.ends_at else r.ends_at end
  where r.count < $2::int or r.ends_at <= now() or r.ends_at > excluded.ends_at + interval '1 minute'
  returning 1`
const wait = 'select extract(epoch from ends_at - now())::float8 as seconds from rate_counts where key = $1'

const nameOf = ({ what, key }: Pick<RateLimitRule & { key: string }, 'what' | 'key'>) => `${what} ${key}`

/**
 * Counts one more within a transaction: when it is undone, so is the count. Others of the same key wait for its end, so take it after all other locks.
 * @returns the seconds to wait; 0 has counted it
 */
export const countInTransaction = async (db: Db, rule: RateLimitRule & { key: string }): Promise<number> => {
  const counted = await db.rows(count, [nameOf(rule), rule.max, rule.windowSeconds], 'limits.count')
  if (counted.length > 0) return 0
  const [row] = await db.rows<{ seconds: number }>(wait, [nameOf(rule)], 'limits.wait')
  return Math.max(1, Math.ceil(row?.seconds ?? 1))
}

/** How many more there may be now. */
export const getRemainingInTransaction = async (db: Db, rule: RateLimitRule & { key: string }): Promise<number> => {
  const [row] = await db.rows<{ count: number }>('select count from rate_counts where key = $1 and ends_at > now()', [nameOf(rule)])
  return Math.max(0, rule.max - (row?.count ?? 0))
}

const sweepEveryMs = 10 * 60_000
/** What was refused is refused again without asking the database, for at most so long: whoever hammers costs no query. */
const rememberMs = 5_000
const remembered = 10_000

type Deps = { pool: Database['pool']; addressKey: string; log: (line: string) => void }

/** Limits that hold for all nodes on one database. @param addressKey hides addresses: the same on all nodes, and known to nobody else */
export const createRateLimiter = ({ pool, addressKey, log }: Deps): RateLimiter => {
  const refused = new Map<string, { until: number; endsAt: number }>()
  let sweptAt = performance.now()
  let toldAt = Number.NEGATIVE_INFINITY

  const sweep = () => {
    sweptAt = performance.now()
    pool
      .query('delete from rate_counts where ends_at < now()')
      .catch((error: Error) => log(`Old counts of requests were not removed: ${error.message}`))
  }

  /** Seconds to wait; 0 has counted it. */
  const tried = async (key: string, { max, windowSeconds }: RateLimitRule): Promise<number> => {
    const at = performance.now()
    const before = refused.get(key)
    if (before && before.until > at) return (before.endsAt - at) / 1000
    if (before) refused.delete(key)
    if (at - sweptAt > sweepEveryMs) sweep()
    const { rowCount } = await pool.query({ name: 'limits.count', text: count, values: [key, max, windowSeconds] })
    if (rowCount) return 0
    const { rows } = await pool.query<{ seconds: number }>({ name: 'limits.wait', text: wait, values: [key] })
    const seconds = Math.max(1, rows[0]?.seconds ?? 1)
    if (refused.size >= remembered) refused.clear()
    refused.set(key, { until: at + Math.min(rememberMs, seconds * 1000), endsAt: at + seconds * 1000 })
    return seconds
  }

  const limit: RateLimiter['limit'] = async ({ key, ...rule }) => {
    const seconds = Math.ceil(await tried(nameOf({ ...rule, key }), rule))
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
        if (performance.now() - toldAt > 60_000) log(`Requests can't be counted at the moment: ${error.message}`)
        toldAt = performance.now()
      })
    },
  }
}
