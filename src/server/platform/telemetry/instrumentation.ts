/** What the server does that takes time and may fail, and what is said of each; nothing of it tells of a person. */
export type Operations = {
  request: CurrentRequest
  transaction: { what: 'user' | 'snapshot' | 'read' | 'nobody' }
  job: { name: string; isLast: boolean; from: JobOrigin | null }
  provider: { name: string; call: string }
  pdf: { form: string }
  mail: { carrier: 'smtp' | 'outbox' }
}
/** What happens in a moment. */
export type InstrumentedEvents = { 'sign-in': 'ok' | 'refused' }

export type CurrentRequest = {
  readonly id: string
  readonly method: string
  /** As the route was declared, never as it was asked for: a path may hold what its holder keeps to himself. */
  route: string
  userId: number | null
  /** 0 until there is an answer; 499 when whoever asked went away before it. */
  status: number
  /** It ends when the page does, and says nothing of how fast answers are. */
  isStream: boolean
  /** As another system handed it over, or null. */
  readonly traceparent: string | null
}
/** The request that queued a job. */
export type JobOrigin = { requestId?: string | undefined; traceparent?: string | undefined }

export type Instrumentation = {
  /** Does the work, and sees what comes of it. */
  wrap?<Kind extends keyof Operations, T>(kind: Kind, about: Operations[Kind], work: () => Promise<T>): Promise<T>
  onEvent?<Kind extends keyof InstrumentedEvents>(kind: Kind, what: InstrumentedEvents[Kind]): void
  /** The W3C traceparent of what goes on at this moment. */
  traceparent?(): string | undefined
}

let watchers: readonly Instrumentation[] = []

/** Has `watcher` see everything that is done in this process from now on. Returns how to end that. */
export const addInstrumentation = (watcher: Instrumentation): (() => void) => {
  watchers = [...watchers, watcher]
  return () => {
    watchers = watchers.filter((each) => each !== watcher)
  }
}

/** Does the work in sight of those who watch. While nobody does it costs nothing. */
export const instrument = <Kind extends keyof Operations, T>(kind: Kind, about: Operations[Kind], work: () => Promise<T>): Promise<T> => {
  let whole = work
  for (const { wrap } of watchers) {
    const inner = whole
    if (wrap) whole = () => wrap(kind, about, inner)
  }
  return whole()
}

/** Tells those who watch. */
export const recordEvent = <Kind extends keyof InstrumentedEvents>(kind: Kind, what: InstrumentedEvents[Kind]): void => {
  for (const { onEvent } of watchers) onEvent?.(kind, what)
}

/** Where what is done at this moment stands in a trace, for what is queued from here; undefined where nobody traces. */
export const getCurrentTraceparent = (): string | undefined => {
  for (const { traceparent } of watchers) if (traceparent) return traceparent()
  return undefined
}
