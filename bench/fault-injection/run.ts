/** What a part may know of the whole run. */
export type Run = {
  /** When no part goes on with its acts, by `performance.now()`. */
  until: number
  /** Ctrl-C was pressed. */
  isStopped: () => boolean
  say: (line: string) => void
}
export const isTimeUp = ({ until, isStopped }: Run): boolean => isStopped() || performance.now() > until

/** The first thing that was asked for and succeeded after a moment: how long after it, in milliseconds. Null when nothing did. */
export const getRecoveryMs = (at: number, successes: readonly { began: number; ended: number }[]): number | null => {
  const after = successes.filter(({ ended }) => ended > at).map(({ ended }) => ended - at)
  return after.length > 0 ? Math.min(...after) : null
}
