import { pollStatus } from '#web/lib/api/poll-status.ts'

/** Pauses before each request: about ten seconds in all, which a provider usually needs. */
const pausesMs = [0, 2000, 3000, 5000] as const

type Status = 'paid' | 'pending' | 'open'

/** Returns the provider's last answer. */
export const confirmPayment = (fetchStatus: () => Promise<Status>, wait?: (ms: number) => Promise<void>): Promise<Status> =>
  pollStatus({ fetchStatus, pausesMs, isSettled: (status) => status === 'paid', ...(wait && { wait }) })
