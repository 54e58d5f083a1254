import type { PageSize } from '#shared/pdf-document.ts'
import type { SampleBody } from '#web/features/business-profile/api.ts'

export type PreviewImage = { url: string; size: PageSize; words: SampleBody }
export type PreviewState = { picture: PreviewImage | undefined; failed: boolean }
type Draw = (body: SampleBody, signal: AbortSignal) => Promise<Blob>

/**
 * The least time between two renderings, in milliseconds. A click renders at once; dragging a color or typing fast doesn't send a request
 * per event.
 */
const restMs = { chosen: 60, typed: 200 }
/** A rendering that takes longer is canceled for a newer one; a faster one is shown first, so that dragging shows intermediate results. */
const patienceMs = 250
const giveUpMs = 15_000

/** Decodes the image before it is shown, so that the previous one stays until this one can be painted. */
const ready = async (url: string) => {
  const image = new Image()
  image.src = url
  await image.decode()
}

/**
 * Keeps an image up to date with the form: one request at a time, then the latest input; a response never replaces a newer one. A failure
 * keeps the previous image and is retried with the next input, by `retry`, or when the browser is online again.
 */
export const createPreview = (draw: Draw) => {
  let state: PreviewState = { picture: undefined, failed: false }
  let wanted: SampleBody | undefined
  let asked = ''
  let drawing: AbortController | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const become = (next: PreviewState) => {
    const former = state.picture?.url
    state = next
    for (const tell of listeners) tell()
    if (former && former !== next.picture?.url) setTimeout(() => URL.revokeObjectURL(former), 1000)
  }
  const plan = (how: keyof typeof restMs = 'chosen') => {
    clearTimeout(timer)
    timer = setTimeout(() => void go(), Math.max(0, startedAt + (drawing ? patienceMs : restMs[how]) - performance.now()))
  }
  const go = async () => {
    const body = wanted
    if (!body) return
    wanted = undefined
    drawing?.abort()
    const mine = new AbortController()
    drawing = mine
    startedAt = performance.now()
    asked = JSON.stringify(body)
    try {
      const blob = await draw(body, AbortSignal.any([mine.signal, AbortSignal.timeout(giveUpMs)]))
      const url = URL.createObjectURL(blob)
      await ready(url)
      if (mine.signal.aborted) return URL.revokeObjectURL(url)
      become({ picture: { url, size: body.paperSize, words: body }, failed: false })
    } catch {
      if (mine.signal.aborted) return
      asked = ''
      wanted ??= body
      drawing = undefined
      become({ ...state, failed: true })
      // Newer input is requested next; the failed one waits for `retry`.
      if (wanted !== body) plan()
      return
    }
    drawing = undefined
    if (wanted) plan()
  }
  const retry = () => {
    if (wanted && !drawing) plan()
  }

  return {
    state: () => state,
    subscribe: (tell: () => void) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    /** Requests an image of this input, unless it is being requested or shown. */
    want: (body: SampleBody, how: keyof typeof restMs = 'chosen') => {
      wanted = JSON.stringify(body) === asked ? undefined : body
      if (wanted) plan(how)
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
        asked = ''
      }
    },
  }
}
