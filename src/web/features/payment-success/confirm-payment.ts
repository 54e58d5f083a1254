/** Pauses before each look: about ten seconds in all, the time that a provider usually needs. */
export const pausesMs = [0, 2000, 3000, 5000] as const

type Deps = {
  ask: () => Promise<{ status: 'paid' | 'pending' | 'open' }>
  wait: (ms: number) => Promise<void>
}

/**
 * Asks what became of a payment until it is confirmed or the looks are used up. A look that fails is one look less:
 * a payment is never claimed, and never denied, because a line was bad.
 * @returns whether the provider confirmed it
 * @throws what the last look threw, when none of them got an answer
 */
export const confirmPayment = async ({ ask, wait }: Deps): Promise<boolean> => {
  let failure: unknown
  let answered = false
  for (const pause of pausesMs) {
    if (pause) await wait(pause)
    try {
      if ((await ask()).status === 'paid') return true
      answered = true
    } catch (error) {
      failure = error
    }
  }
  if (!answered) throw failure
  return false
}
