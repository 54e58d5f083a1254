type Stored = { storedAt: number }

type Options<A, S> = {
  /** Unix seconds. */
  now(): number
  resultsOf(account: A): Record<string, S>
  /** The 409 for a key whose first request is still in progress. */
  conflict(key: string): Error
}

export const createIdempotency = <A extends object, S extends Stored>({ now, resultsOf, conflict }: Options<A, S>) => {
  const inProgress = new WeakMap<A, Set<string>>()
  const keysOf = (account: A) => {
    const keys = inProgress.get(account) ?? new Set<string>()
    inProgress.set(account, keys)
    return keys
  }
  return {
    /** A stored result counts while it is younger than `seconds`; null: the key is in progress from now on. @throws the 409 */
    begin: (account: A, key: string, seconds: number): S | null => {
      const keys = keysOf(account)
      if (keys.has(key)) throw conflict(key)
      const results = resultsOf(account)
      const stored = Object.hasOwn(results, key) ? results[key] : undefined
      if (stored && stored.storedAt + seconds > now()) return stored
      keys.add(key)
      return null
    },
    /** With null as the result nothing is stored, and the next request with this key runs again. */
    finish: (account: A, key: string, result: Omit<S, 'storedAt'> | null) => {
      keysOf(account).delete(key)
      if (result) resultsOf(account)[key] = { storedAt: now(), ...result } as S
    },
  }
}
