/** Pauses before each request: about twenty seconds in all, which a bank usually needs. */
const pausesMs = [0, 1000, 2000, 3000, 5000, 9000] as const
/** After this many requests 'none' counts: the provider's API may lag behind its answer to the browser. */
const looksForNone = 3

export type Verdict = 'active' | 'pending' | 'none'
type Deps = {
  fetchStatus: () => Promise<{ payment: Verdict }>
  wait: (ms: number) => Promise<void>
  /** Whether this failure is final: a retry would return the same. */
  isFinal: (error: unknown) => boolean
}

/**
 * Polls the state of a subscription's payment until it is confirmed or the attempts are used up. A failed request uses up an attempt: a bad
 * connection neither confirms nor denies a payment.
 * @returns the provider's last answer
 * @throws the last error when no request was answered; a final failure at once
 */
export const confirmSubscription = async ({ fetchStatus, wait, isFinal }: Deps): Promise<Verdict> => {
  let failure: unknown
  let verdict: Verdict | undefined
  let denials = 0
  for (const pause of pausesMs) {
    if (pause) await wait(pause)
    try {
      verdict = (await fetchStatus()).payment
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
