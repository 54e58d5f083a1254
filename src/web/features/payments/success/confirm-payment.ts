/** Pauses before each request: about ten seconds in all, which a provider usually needs. */
export const pausesMs = [0, 2000, 3000, 5000] as const

type Status = 'paid' | 'pending' | 'open'
type Deps = {
  fetchStatus: () => Promise<{ status: Status }>
  wait: (ms: number) => Promise<void>
  /** Whether this failure is final: a retry would return the same. */
  isFinal: (error: unknown) => boolean
}

/**
 * Polls the state of a payment until it is confirmed or the attempts are used up. A failed request uses up an attempt: a bad connection
 * neither confirms nor denies a payment.
 * @returns the provider's last answer
 * @throws the last error when no request was answered; a final failure at once
 */
export const confirmPayment = async ({ fetchStatus, wait, isFinal }: Deps): Promise<Status> => {
  let failure: unknown
  let status: Status | undefined
  for (const pause of pausesMs) {
    if (pause) await wait(pause)
    try {
      status = (await fetchStatus()).status
      if (status === 'paid') return status
    } catch (error) {
      if (isFinal(error)) throw error
      failure = error
    }
  }
  if (status === undefined) throw failure
  return status
}
