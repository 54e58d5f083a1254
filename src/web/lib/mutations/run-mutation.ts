import { isRejected, isSignedOut } from '#web/lib/api/client.ts'
import { whenReachable } from '#web/lib/api/connection.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type Toast, toast, toastWhile } from '#web/lib/toast.ts'
import type { IdempotentRequest } from './idempotent-save.ts'
import { createIdempotencyKey, retryUntilAnswered, WaitCanceledError } from './retry.ts'

const waiting = new Set<AbortController>()
let closeToast = () => {}

const stopAll = () => {
  for (const each of waiting) each.abort()
}

const showWaitingToast = () => {
  closeToast = toastWhile({
    title: 'Waiting for the network…',
    description:
      waiting.size > 1
        ? `${waiting.size} changes will be made when you are back online.`
        : 'The change will be made when you are back online.',
    isWaiting: true,
    action: { label: 'Cancel', run: stopAll },
  })
}

/** Retries while offline. @throws WaitCanceledError when the user cancels, ApiError when the server rejects the request */
export const runMutation = async <T>(send: (request: IdempotentRequest) => Promise<T>, signal?: AbortSignal): Promise<T> => {
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  signal?.addEventListener('abort', stop)
  const request = { idempotencyKey: createIdempotencyKey(), signal: stopped.signal }
  const onWaiting = () => {
    if (waiting.has(stopped)) return
    waiting.add(stopped)
    showWaitingToast()
  }
  try {
    return await retryUntilAnswered(() => send(request), { signal: stopped.signal, onWaiting })
  } catch (error) {
    // The change may have been made: all data is refetched.
    if (!isRejected(error)) void whenReachable().then(() => queryClient.invalidateQueries())
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    if (waiting.delete(stopped) && waiting.size === 0) closeToast()
  }
}

const canceledMessages = {
  button: 'The change may still have been made. This page updates as soon as you are back online.',
  form: "We don't know whether this was saved. What you typed is still here, and saving again can't save it twice.",
}

export const toastFailure = (error: unknown, notice: Toast, of: keyof typeof canceledMessages = 'button'): void => {
  // The session banner is shown instead.
  if (isSignedOut(error)) return
  const stopped = { title: 'Stopped waiting', description: canceledMessages[of], isWaiting: true }
  toast(error instanceof WaitCanceledError ? stopped : notice)
}
