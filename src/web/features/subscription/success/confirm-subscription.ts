import { pollStatus } from '#web/lib/api/poll-status.ts'

/** Pauses before each request: about twenty seconds in all, which a bank usually needs. */
const pausesMs = [0, 1000, 2000, 3000, 5000, 9000] as const
/** After this many requests 'none' counts: the provider's API may lag behind its answer to the browser. */
const maxDenials = 3

type Answer = { payment: 'active' | 'pending' | 'none' }

/** Returns the provider's last answer. */
export const confirmSubscription = <Verified extends Answer>(
  fetchStatus: () => Promise<Verified>,
  wait?: (ms: number) => Promise<void>,
): Promise<Verified> => {
  let denials = 0
  const isSettled = ({ payment }: Answer) => payment === 'active' || (payment === 'none' && ++denials === maxDenials)
  return pollStatus({ fetchStatus, pausesMs, isSettled, ...(wait && { wait }) })
}
