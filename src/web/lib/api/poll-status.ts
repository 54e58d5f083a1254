import { ApiError } from './client.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Whether a retry would fail the same way: the server refused the request, other than by its rate limit. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

type Options<Status> = {
  fetchStatus: () => Promise<Status>
  /** The pause before each attempt, in milliseconds; their number is the maximum of attempts. */
  pausesMs: readonly number[]
  /** Ends the polling; called once for each answer. */
  isSettled: (status: Status) => boolean
  wait?: (ms: number) => Promise<void>
}

/**
 * Polls a status until it is settled or the attempts are used up. A failed request uses up an attempt: a bad connection neither confirms
 * nor denies a payment.
 * @returns the last answer
 * @throws the last error when no request was answered; a refusal by the server at once
 */
export const pollStatus = async <Status>({ fetchStatus, pausesMs, isSettled, wait = sleep }: Options<Status>): Promise<Status> => {
  let failure: unknown
  let answer: { status: Status } | undefined
  for (const pause of pausesMs) {
    if (pause) await wait(pause)
    try {
      answer = { status: await fetchStatus() }
    } catch (error) {
      if (isFinal(error)) throw error
      failure = error
      continue
    }
    if (isSettled(answer.status)) break
  }
  if (!answer) throw failure
  return answer.status
}
