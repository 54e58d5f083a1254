import type { PageSize } from '#shared/pdf-document.ts'
import type { SampleBody } from '#web/features/business-profile/form/api.ts'

export type PreviewImage = { url: string; size: PageSize; body: SampleBody }
export type PreviewState = { image: PreviewImage | undefined; failed: boolean }
type Draw = (body: SampleBody, signal: AbortSignal) => Promise<Blob>

/**
 * The least time between two renderings, in milliseconds. A click renders at once; dragging a color or typing fast doesn't send a request
 * per event.
 */
const minIntervalMs = { chosen: 60, typed: 200 }
/** A rendering that takes longer is canceled for a newer one; a faster one is shown first, so that dragging shows intermediate results. */
const cancelAfterMs = 250
const timeoutMs = 15_000

/** Decodes the image before it is shown, so that the previous one stays until this one can be painted. */
const decodeImage = async (url: string) => {
  const image = new Image()
  image.src = url
  await image.decode()
}

/**
 * Keeps an image up to date with the form: one request at a time, then the latest input; a response never replaces a newer one. A failure
 * keeps the previous image and is retried with the next input, by `retry`, or when the browser is online again.
 */
export const createPreview = (draw: Draw) => {
  let state: PreviewState = { image: undefined, failed: false }
  let next: SampleBody | undefined
  let requested = ''
  let drawing: AbortController | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const setState = (newState: PreviewState) => {
    const previous = state.image?.url
    state = newState
    for (const notify of listeners) notify()
    if (previous && previous !== newState.image?.url) setTimeout(() => URL.revokeObjectURL(previous), 1000)
  }
  const schedule = (trigger: keyof typeof minIntervalMs = 'chosen') => {
    clearTimeout(timer)
    timer = setTimeout(() => void render(), Math.max(0, startedAt + (drawing ? cancelAfterMs : minIntervalMs[trigger]) - performance.now()))
  }
  const render = async () => {
    const body = next
    if (!body) return
    next = undefined
    drawing?.abort()
    const controller = new AbortController()
    drawing = controller
    startedAt = performance.now()
    requested = JSON.stringify(body)
    try {
      const blob = await draw(body, AbortSignal.any([controller.signal, AbortSignal.timeout(timeoutMs)]))
      const url = URL.createObjectURL(blob)
      await decodeImage(url)
      if (controller.signal.aborted) return URL.revokeObjectURL(url)
      setState({ image: { url, size: body.pageSize, body }, failed: false })
    } catch {
      if (controller.signal.aborted) return
      requested = ''
      next ??= body
      drawing = undefined
      setState({ ...state, failed: true })
      // Newer input is requested next; the failed one waits for `retry`.
      if (next !== body) schedule()
      return
    }
    drawing = undefined
    if (next) schedule()
  }
  const retry = () => {
    if (next && !drawing) schedule()
  }

  return {
    state: () => state,
    subscribe: (notify: () => void) => {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
    /** Requests an image of this input, unless it is being requested or shown. */
    update: (body: SampleBody, trigger: keyof typeof minIntervalMs = 'chosen') => {
      next = JSON.stringify(body) === requested ? undefined : body
      if (next) schedule(trigger)
    },
    retry,
    /** Cancels the request in progress and stops listening to the browser. */
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
