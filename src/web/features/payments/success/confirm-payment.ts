/** Pauses before each look: about ten seconds in all, the time that a provider usually needs. */
export const pausesMs = [0, 2000, 3000, 5000] as const

type Status = 'paid' | 'pending' | 'open'
type Deps = {
  ask: () => Promise<{ status: Status }>
  wait: (ms: number) => Promise<void>
  /** Whether this failure is an answer: it would be the same the next time. */
  isFinal: (error: unknown) => boolean
}

/**
 * Asks what became of a payment until it is confirmed or the looks are used up. A look that fails is one look less:
 * a payment is never claimed, and never denied, because a line was bad.
 * @returns what the provider said last
 * @throws what the last look threw, when none of them got an answer; a final failure at once
 */
export const confirmPayment = async ({ ask, wait, isFinal }: Deps): Promise<Status> => {
  let failure: unknown
  let status: Status | undefined
  for (const pause of pausesMs) {
    if (pause) await wait(pause)
    try {
      status = (await ask()).status
      if (status === 'paid') return status
    } catch (error) {
      if (isFinal(error)) throw error
      failure = error
    }
  }
  if (status === undefined) throw failure
  return status
}
