import { createStore } from '#web/lib/store.ts'
import { ApiError } from './client.ts'

export type PreviewImage<Body> = { url: string; body: Body }
export type PreviewState<Body> = { image: PreviewImage<Body> | undefined; failed: boolean }

/** A click is drawn at once, dragging and typing not with every event. `superseded`: another page took the place in the queue. */
const waitMs = { chosen: 60, typed: 120, superseded: 500 }
const timeoutMs = 15_000

/** @throws ApiError when the server refuses, TypeError when it can't be reached */
const requestImage = async ({ method, path }: { method: string; path: string }, body: unknown, signal: AbortSignal): Promise<Blob> => {
  if (!navigator.onLine) throw new TypeError('The browser is offline')
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(path, { method, credentials: 'include', headers, body: JSON.stringify(body), signal })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response.blob()
}

/** The previous image stays until this one can be painted. */
const decodeImage = async (url: string) => {
  const image = new Image()
  image.src = url
  await image.decode()
}

/**
 * Of the inputs that wait only the latest is drawn. A failure is retried with the next input, by `retry`, or when the browser is online
 * again. A request that a newer one of the same user superseded (409) has not failed: it is repeated.
 */
export const createLivePreview = <Body>(endpoint: { method: string; path: string }) => {
  const store = createStore<PreviewState<Body>>({ image: undefined, failed: false })
  let next: Body | undefined
  let requested = ''
  let drawing: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const setState = (newState: PreviewState<Body>) => {
    const previous = store.read().image?.url
    store.set(newState)
    if (previous && previous !== newState.image?.url) setTimeout(() => URL.revokeObjectURL(previous), 1000)
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void render(), delayMs)
  }
  const render = async () => {
    const body = next
    // What waits is drawn as soon as the current request is done.
    if (!body || drawing) return
    next = undefined
    const controller = new AbortController()
    drawing = controller
    requested = JSON.stringify(body)
    try {
      const blob = await requestImage(endpoint, body, AbortSignal.any([controller.signal, AbortSignal.timeout(timeoutMs)]))
      const url = URL.createObjectURL(blob)
      await decodeImage(url)
      if (controller.signal.aborted) return URL.revokeObjectURL(url)
      setState({ image: { url, body }, failed: false })
    } catch (error) {
      if (controller.signal.aborted) return
      requested = ''
      const isNewest = next === undefined
      next ??= body
      drawing = undefined
      if (error instanceof ApiError && error.status === 409) return schedule(waitMs.superseded)
      setState({ ...store.read(), failed: true })
      // Newer input is requested next; the failed one waits for `retry`.
      if (!isNewest) schedule(waitMs.typed)
      return
    }
    drawing = undefined
    if (next) schedule(0)
  }
  const retry = () => {
    if (next && !drawing) schedule(0)
  }

  return {
    state: store.read,
    subscribe: store.subscribe,
    update: (body: Body, trigger: 'chosen' | 'typed' = 'chosen') => {
      next = JSON.stringify(body) === requested ? undefined : body
      if (next) schedule(waitMs[trigger])
    },
    retry,
    /** Returns a function that also cancels the request in progress. */
    watchOnline: () => {
      window.addEventListener('online', retry)
      return () => {
        window.removeEventListener('online', retry)
        clearTimeout(timer)
        drawing?.abort()
        drawing = undefined
        requested = ''
      }
    },
  }
}
