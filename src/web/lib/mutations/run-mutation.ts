import { isRejectedByServer, isSignedOut } from '#web/lib/api/client.ts'
import { whenReachable } from '#web/lib/api/connection.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type Toast, toast, toastWhile } from '#web/lib/toast.ts'
import { createIdempotencyKey } from './idempotency-key.ts'
import type { IdempotentRequest } from './idempotent-save.ts'
import { retryUntilAnswered, WaitCanceledError } from './retry.ts'

const waiting = new Set<AbortController>()
let closeNotice = () => {}

const stopAll = () => {
  for (const each of waiting) each.abort()
}

const tellWaiting = () => {
  closeNotice = toastWhile({
    title: 'Waiting for the network…',
    description: waiting.size > 1 ? `${waiting.size} changes are made as soon as it is back.` : 'It is done as soon as it is back.',
    isWaiting: true,
    action: { label: 'Cancel', run: stopAll },
  })
}

/**
 * Makes a change that a button asks for, once, and waits for the network as long as it takes; a notice says so, and offers to stop.
 * @param signal another way to stop waiting than that of the notice
 * @throws GivenUp when the person stopped waiting, ApiError when the server refuses
 */
export const runMutation = async <T>(send: (request: IdempotentRequest) => Promise<T>, signal?: AbortSignal): Promise<T> => {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  signal?.addEventListener('abort', stop)
  const request = { idempotencyKey: createIdempotencyKey(), signal: stopped.signal }
  const onWaiting = () => {
    if (waiting.has(stopped)) return
    waiting.add(stopped)
    tellWaiting()
  }
  try {
    return await retryUntilAnswered(() => send(request), { signal: stopped.signal, onWaiting })
  } catch (error) {
    // It may have been done: what is shown then is read anew.
    if (!isRejectedByServer(error)) void whenReachable().then(() => queryClient.invalidateQueries())
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    if (waiting.delete(stopped) && waiting.size === 0) closeNotice()
  }
}

/** What it means that somebody stopped waiting for a button's change, and for a form's. */
const stoppedWords = {
  deed: 'It may have been done all the same. What you see is read anew as soon as the network is back.',
  form: 'Whether it was saved is not known. What you typed is still here: saving again saves it once in any case.',
}

/** Says why a change came to nothing; where the person himself stopped it, what that means. */
export const toastFailure = (error: unknown, notice: Toast, of: keyof typeof stoppedWords = 'deed'): void => {
  // The page says it, and offers to sign in.
  if (isSignedOut(error)) return
  const stopped = { title: 'Stopped waiting', description: stoppedWords[of], isWaiting: true }
  toast(error instanceof WaitCanceledError ? stopped : notice)
}
