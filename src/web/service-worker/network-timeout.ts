/** So long a call may take before somebody wonders whether the network is there at all. */
const doubtAfterMs = 3500
/** So long the server has to answer the smallest question there is. */
const signOfLifeMs = 2500
/** So long it may take while there is reason to think that the network swallows everything. */
const brieflyMs = 500
/** For so long nobody is asked again whether the server is there. */
const lostForMs = 5000

let lostUntil = 0

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

const showsSignOfLife = async (): Promise<boolean> => {
  if (Date.now() < lostUntil) return false
  try {
    await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(signOfLifeMs) })
    return true
  } catch {
    markUnresponsive()
    return false
  }
}

/** Something went unanswered: what comes next isn't waited for as long. */
export const markUnresponsive = (): void => {
  lostUntil = Date.now() + lostForMs
}

/**
 * Waits for the server's answer as long as there is hope: a slow server is waited for, a network that swallows everything isn't.
 * @param otherwise what is given when no answer comes; without it, the answer is waited for to the end
 * @throws TypeError when the network fails and there is nothing else to give
 */
export const respondOrFallBack = async (answer: Promise<Response>, otherwise: () => Promise<Response | undefined>): Promise<Response> => {
  try {
    const soon = await Promise.race([answer, pause(Date.now() < lostUntil ? brieflyMs : doubtAfterMs)])
    if (soon) return soon
    const instead = await otherwise()
    // Asked last: while the small question is on its way, the large one may be answered.
    if (!instead || (await Promise.race([answer.then(() => true), showsSignOfLife()]))) return await answer
    // Whoever waits for it no more must not fail with it.
    answer.catch(() => {})
    return instead
  } catch (error) {
    const instead = (error as Error).name === 'AbortError' ? undefined : await otherwise()
    if (instead) return instead
    throw error
  }
}
