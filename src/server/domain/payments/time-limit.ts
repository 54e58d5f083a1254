import { setTimeout as sleep } from 'node:timers/promises'

/** The work goes on in the background. @param ms milliseconds @returns whether it ended in time */
export const waitAtMost = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const timer = new AbortController()
  const timeout = sleep(ms, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true), timeout])
  } finally {
    timer.abort()
  }
}
