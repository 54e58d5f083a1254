import { inProgress } from '#simulators/paypal/core/errors.ts'
import type { Route } from '#simulators/paypal/core/route.ts'
import { type Account, own, type Remembered } from '#simulators/paypal/core/state.ts'

/**
 * Remembers what a PayPal-Request-Id led to, per app and call. The same id again answers with the thing as it stands now; while the first
 * is being worked on the second fails; after a definite refusal (a declined instrument) it is the same refusal.
 */
export const idempotency = (now: () => number) => {
  const inFlight = new Set<string>()
  const keyOf = (path: string, requestId: string) => `${path} ${requestId}`
  const flight = (account: Account, key: string) => `${account.clientId} ${key}`

  return {
    /** What is remembered, or null after marking the id as in flight. Throws 409 while it is. */
    begin: (account: Account, route: Route, path: string, requestId: string): Remembered | null => {
      const key = keyOf(path, requestId)
      if (inFlight.has(flight(account, key))) throw inProgress()
      const found = own(account.requests, key)
      if (found && found.storedAt + (route.repeat?.seconds ?? 0) > now()) return found
      inFlight.add(flight(account, key))
      return null
    },
    /** Ends the flight; `result` is kept, or nothing when it is null. */
    finish: (account: Account, path: string, requestId: string, result: Omit<Remembered, 'storedAt'> | null) => {
      const key = keyOf(path, requestId)
      inFlight.delete(flight(account, key))
      if (result) account.requests[key] = { storedAt: now(), ...result }
    },
  }
}
export type Idempotency = ReturnType<typeof idempotency>
