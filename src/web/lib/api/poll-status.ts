import { ApiError } from './client.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A retry would fail the same way, except after the rate limit. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

type Options<Status> = {
  fetchStatus: () => Promise<Status>
  /** Before each attempt; their number is the maximum of attempts. */
  pausesMs: readonly number[]
  isSettled: (status: Status) => boolean
  wait?: (ms: number) => Promise<void>
}

/**
 * A failed request uses up an attempt: a bad connection neither confirms nor denies a payment.
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
