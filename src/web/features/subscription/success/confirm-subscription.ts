/** Pauses before each look: about twenty seconds in all, the time that a bank usually needs. */
const pausesMs = [0, 1000, 2000, 3000, 5000, 9000] as const
/** After so many looks 'none' is believed: the provider's own books may lag a moment behind its word to the browser. */
const looksForNone = 3

export type Verdict = 'active' | 'pending' | 'none'
type Deps = {
  ask: () => Promise<{ payment: Verdict }>
  wait: (ms: number) => Promise<void>
  /** Whether this failure is an answer: it would be the same the next time. */
  isFinal: (error: unknown) => boolean
}

/**
 * Asks what became of a subscription's payment until it is confirmed or the looks are used up. A look that fails is one look less: a
 * payment is never claimed, and never denied, because a line was bad.
 * @returns what the provider said last
 * @throws what the last look threw, when none of them got an answer; a final failure at once
 */
export const confirmSubscription = async ({ ask, wait, isFinal }: Deps): Promise<Verdict> => {
  let failure: unknown
  let verdict: Verdict | undefined
  let denials = 0
  for (const pause of pausesMs) {
    if (pause) await wait(pause)
    try {
      verdict = (await ask()).payment
    } catch (error) {
      if (isFinal(error)) throw error
      failure = error
      continue
    }
    if (verdict === 'active') return verdict
    if (verdict === 'none' && ++denials === looksForNone) return verdict
  }
  if (verdict === undefined) throw failure
  return verdict
}
