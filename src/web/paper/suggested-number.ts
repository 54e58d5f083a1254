/** The prefix, the year and the last four digits of the clock: a number to start from while the server can't be asked. */
export const numberFromClock = (prefix: string, now: Date): string => `${prefix}-${now.getFullYear()}-${String(now.getTime()).slice(-4)}`

/** How long a new form waits for what it begins with. */
export const suggestTimeoutMs = 3000

/**
 * The next free number, or one from the clock when the server gives none within three seconds.
 * @param prefix e.g. 'INV'
 */
export const suggestNumber = (prefix: string, ask: (signal: AbortSignal) => Promise<string>): Promise<string> =>
  ask(AbortSignal.timeout(suggestTimeoutMs)).catch(() => numberFromClock(prefix, new Date()))

/** Says that a proposed number was taken before the paper was saved; undefined when it wasn't. */
export const renumberedMessage = (proposed: string, given: string): string | undefined =>
  given === proposed ? undefined : `${proposed} was taken meanwhile, so it has the number ${given}.`
