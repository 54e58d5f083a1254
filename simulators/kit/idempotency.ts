type Stored = { storedAt: number }

type Options<A, S> = {
  /** Unix seconds. */
  now(): number
  /** The table of an account's stored results, by key. */
  resultsOf(account: A): Record<string, S>
  /** The provider's 409 for a key whose first request is still in progress. */
  conflict(key: string): Error
}

/** Stores what an idempotency key led to, per account. The providers differ in what they store and for how long. */
export const createIdempotency = <A extends object, S extends Stored>({ now, resultsOf, conflict }: Options<A, S>) => {
  const inProgress = new WeakMap<A, Set<string>>()
  const keysOf = (account: A) => {
    const keys = inProgress.get(account) ?? new Set<string>()
    inProgress.set(account, keys)
    return keys
  }
  return {
    /** The stored result, if it is younger than `seconds`; otherwise null, and the key is in progress from now on. Throws the 409. */
    begin: (account: A, key: string, seconds: number): S | null => {
      const keys = keysOf(account)
      if (keys.has(key)) throw conflict(key)
      const results = resultsOf(account)
      const stored = Object.hasOwn(results, key) ? results[key] : undefined
      if (stored && stored.storedAt + seconds > now()) return stored
      keys.add(key)
      return null
    },
    /** Ends a key's progress. With null as the result nothing is stored, and the next request with this key runs again. */
    finish: (account: A, key: string, result: Omit<S, 'storedAt'> | null) => {
      keysOf(account).delete(key)
      if (result) resultsOf(account)[key] = { storedAt: now(), ...result } as S
    },
  }
}
