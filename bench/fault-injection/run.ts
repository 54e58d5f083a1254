import { setTimeout as sleep } from 'node:timers/promises'
import type { Tally } from './client.ts'

/** The whole run. */
export type Run = {
  /** The time limit, by `performance.now()`. */
  until: number
  /** Whether Ctrl-C was pressed. */
  isStopped: () => boolean
}
export const isTimeUp = ({ until, isStopped }: Run): boolean => isStopped() || performance.now() > until

/** How long the database and the clients may take to recover from a fault. */
export const recoveryTimeoutMs = 60_000

/**
 * Measures how long after a fault the first request succeeds.
 * @param limitMs a recovery that takes longer is a finding
 */
export const createRecoveryMeter = (tally: Tally, limitMs = Number.POSITIVE_INFINITY) => {
  const recoveriesMs: number[] = []
  const findings: string[] = []
  return {
    recoveriesMs,
    findings,
    /** Waits for the first success. @param since the end of the fault, by `performance.now()` */
    waitForSuccess: async (fault: string, since = performance.now()) => {
      let first: number | undefined
      for (; first === undefined && performance.now() < since + recoveryTimeoutMs; await sleep(10))
        first = tally.successes.map(({ endedAt }) => endedAt - since).find((ms) => ms > 0)
      tally.successes.length = 0
      if (first === undefined) return void findings.push(`no request succeeded within ${recoveryTimeoutMs / 1000} s after ${fault}`)
      recoveriesMs.push(first)
      if (first > limitMs) findings.push(`recovery after ${fault} took ${Math.round(first)} ms, and the limit is ${limitMs} ms`)
    },
  }
}
