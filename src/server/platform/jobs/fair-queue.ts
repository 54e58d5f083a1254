import { AppError } from '#server/platform/errors/app-error.ts'

export type FairQueueOptions = {
  atOnce?: number
  perAccount?: number
  /** A token bucket. */
  rate?: { burst: number; perSecond: number }
  maxWaiting?: number
}

/** Fair between accounts: the second task of one account waits behind the first task of every other account. */
export type FairQueue = {
  /** @throws AppError 429 when too many tasks of the account are waiting; the signal's reason */
  run<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** @returns a function that releases the slot, once */
  acquire(account: string, signal?: AbortSignal): Promise<() => void>
  waiting(): number
}

type Account = {
  running: number
  waiting: (() => void)[]
  servedAt: number
  tokens: number
  refilledAtMs: number
}

const retryAfter = 2
const maxKnownAccounts = 1_000

/** The limits hold for this process only. */
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
  let served = 0
  let timer: NodeJS.Timeout | undefined

  const refill = (account: Account) => {
    const now = performance.now()
    account.tokens = Math.min(rate.burst, account.tokens + ((now - account.refilledAtMs) / 1000) * rate.perSecond)
    account.refilledAtMs = now
  }

  const isIdle = (account: Account) => {
    refill(account)
    return account.running === 0 && account.waiting.length === 0 && account.tokens >= rate.burst
  }

  const getAccount = (key: string): Account => {
    const known = accounts.get(key)
    if (known) return known
    if (accounts.size >= maxKnownAccounts) for (const [other, account] of accounts) if (isIdle(account)) accounts.delete(other)
    const account: Account = { running: 0, waiting: [], servedAt: 0, tokens: rate.burst, refilledAtMs: performance.now() }
    accounts.set(key, account)
    return account
  }

  const canStart = (account: Account) => {
    refill(account)
    return running < atOnce && account.running < perAccount && account.tokens >= 1
  }

  const start = (account: Account) => {
    running += 1
    account.running += 1
    account.tokens -= 1
    account.servedAt = ++served
  }

  const nextAccount = (): Account | undefined => {
    let next: Account | undefined
    for (const account of withWaiting) if (canStart(account) && (!next || account.servedAt < next.servedAt)) next = account
    return next
  }

  const serve = () => {
    for (let next = nextAccount(); next; next = nextAccount()) {
      waiting -= 1
      const resolve = next.waiting.shift()!
      if (next.waiting.length === 0) withWaiting.delete(next)
      start(next)
      resolve()
    }
    clearTimeout(timer)
    if (rate.perSecond === 0 || withWaiting.size === 0) return
    const soonestMs = Math.min(...[...withWaiting].map(({ tokens }) => (Math.max(0, 1 - tokens) / rate.perSecond) * 1000))
    if (soonestMs > 0) timer = setTimeout(serve, Math.ceil(soonestMs))
  }

  const waitForSlot = (account: Account, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        account.waiting.splice(account.waiting.indexOf(begin), 1)
        if (account.waiting.length === 0) withWaiting.delete(account)
        waiting -= 1
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      account.waiting.push(begin)
      waiting += 1
      withWaiting.add(account)
      serve()
    })

  const acquire: FairQueue['acquire'] = async (key, signal) => {
    signal?.throwIfAborted()
    const account = getAccount(key)
    if (account.waiting.length >= maxWaiting)
      throw new AppError(429, 'Too many requests of this account are waiting already. Please try again in a few seconds.', { retryAfter })
    if (account.waiting.length === 0 && canStart(account)) start(account)
    else await waitForSlot(account, signal)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      running -= 1
      account.running -= 1
      serve()
    }
  }

  return {
    acquire,
    run: async (key, work, signal) => {
      const release = await acquire(key, signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
    waiting: () => waiting,
  }
}
