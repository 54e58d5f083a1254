import { AppError } from '#server/platform/errors/app-error.ts'

export type FairQueueOptions = {
  /** Pieces of work that run at the same time, of all accounts together. */
  atOnce?: number
  /** Of one account. */
  perAccount?: number
  /** How often work of one account may begin: `burst` at once, after that `perSecond`. */
  rate?: { burst: number; perSecond: number }
  /** Pieces of work of one account that may wait; one more is refused. */
  maxWaiting?: number
}

/** Work that is served in turns: the second piece of one account waits behind the first of every other. */
export type FairQueue = {
  /**
   * Waits for a turn, then does the work.
   * @param account what the work counts for: 'user:7', 'document:…'
   * @throws AppError 429 when too much of this account waits already
   */
  run<T>(account: string, work: () => Promise<T>): Promise<T>
  /** Waits for a turn that lasts until the returned function is called; calling it again does nothing. Throws as `run` does. */
  acquire(account: string): Promise<() => void>
  /** Pieces of work that wait for their turn. */
  waiting(): number
}

type Account = {
  running: number
  waiting: (() => void)[]
  /** When it was served last, as a count of all turns; 0 for never. */
  servedAt: number
  /** What is left of its rate, and when that was so. */
  tokens: number
  countedAtMs: number
}

/** Seconds after which a refused request is worth repeating. */
const retryAfter = 2
/** Accounts of which nothing is left to count are forgotten when there are so many. */
const sweepAbove = 1_000

/**
 * A semaphore with limits for each account and for all together. Of the accounts that wait, the one that was served least recently is next.
 * It counts in this process only: each node serves its own requests.
 */
export const createFairQueue = ({
  atOnce = Number.POSITIVE_INFINITY,
  perAccount = Number.POSITIVE_INFINITY,
  rate = { burst: Number.POSITIVE_INFINITY, perSecond: 0 },
  maxWaiting = 100,
}: FairQueueOptions): FairQueue => {
  const accounts = new Map<string, Account>()
  const withWaiting = new Set<Account>()
  let running = 0
  let waiting = 0
  let turns = 0
  let timer: NodeJS.Timeout | undefined

  const refill = (account: Account) => {
    const now = performance.now()
    account.tokens = Math.min(rate.burst, account.tokens + ((now - account.countedAtMs) / 1000) * rate.perSecond)
    account.countedAtMs = now
  }

  const isIdle = (account: Account) => {
    refill(account)
    return account.running === 0 && account.waiting.length === 0 && account.tokens >= rate.burst
  }

  const accountOf = (key: string): Account => {
    const known = accounts.get(key)
    if (known) return known
    if (accounts.size >= sweepAbove) for (const [other, account] of accounts) if (isIdle(account)) accounts.delete(other)
    const account: Account = { running: 0, waiting: [], servedAt: 0, tokens: rate.burst, countedAtMs: performance.now() }
    accounts.set(key, account)
    return account
  }

  const mayBegin = (account: Account) => {
    refill(account)
    return running < atOnce && account.running < perAccount && account.tokens >= 1
  }

  const begin = (account: Account) => {
    running += 1
    account.running += 1
    account.tokens -= 1
    account.servedAt = ++turns
  }

  const nextAccount = (): Account | undefined => {
    let next: Account | undefined
    for (const account of withWaiting) if (mayBegin(account) && (!next || account.servedAt < next.servedAt)) next = account
    return next
  }

  /** Gives all turns that are free. Where only the rate stands in the way, it looks again when that is over. */
  const serve = () => {
    for (let next = nextAccount(); next; next = nextAccount()) {
      waiting -= 1
      const resolve = next.waiting.shift()!
      if (next.waiting.length === 0) withWaiting.delete(next)
      begin(next)
      resolve()
    }
    clearTimeout(timer)
    if (rate.perSecond === 0 || withWaiting.size === 0) return
    const soonestMs = Math.min(...[...withWaiting].map(({ tokens }) => (Math.max(0, 1 - tokens) / rate.perSecond) * 1000))
    if (soonestMs > 0) timer = setTimeout(serve, Math.ceil(soonestMs))
  }

  const enter: FairQueue['acquire'] = async (key) => {
    const account = accountOf(key)
    if (account.waiting.length >= maxWaiting)
      throw new AppError(429, 'Too many requests of this account are waiting already. Please try again in a few seconds.', { retryAfter })
    if (account.waiting.length === 0 && mayBegin(account)) begin(account)
    else {
      const turn = new Promise<void>((resolve) => account.waiting.push(resolve))
      waiting += 1
      withWaiting.add(account)
      serve()
      await turn
    }
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      running -= 1
      account.running -= 1
      serve()
    }
  }

  return {
    acquire: enter,
    run: async (key, work) => {
      const leave = await enter(key)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    waiting: () => waiting,
  }
}
