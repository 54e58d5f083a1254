/** After this time without a response the network is checked. */
const checkAfterMs = 3500
const checkTimeoutMs = 2500
/** Wait for a response while the network is known to be dead. */
const deadWaitMs = 500
/** After a failed check the network counts as dead for this time. */
const deadForMs = 5000

let deadUntil = 0

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

const isServerAlive = async (): Promise<boolean> => {
  if (Date.now() < deadUntil) return false
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(checkTimeoutMs) })
    return true
  } catch {
    markUnresponsive()
    return false
  }
}

export const markUnresponsive = (): void => {
  deadUntil = Date.now() + deadForMs
}

/** A slow server is waited for, a dead network is not. @throws TypeError when the network fails and there is no fallback */
export const respondOrFallBack = async (answer: Promise<Response>, otherwise: () => Promise<Response | undefined>): Promise<Response> => {
  try {
    const soon = await Promise.race([answer, pause(Date.now() < deadUntil ? deadWaitMs : checkAfterMs)])
    if (soon) return soon
    const fallback = await otherwise()
    // Checked last: the response may arrive while the check is in progress.
    if (!fallback || (await Promise.race([answer.then(() => true), isServerAlive()]))) return await answer
    // The response is no longer awaited, so its failure must not be reported as unhandled.
    answer.catch(() => {})
    return fallback
  } catch (error) {
    const fallback = (error as Error).name === 'AbortError' ? undefined : await otherwise()
    if (fallback) return fallback
    throw error
  }
}
