/** None of it identifies a user's customers, addresses or documents. */
export type Operations = {
  request: CurrentRequest
  transaction: { what: 'user' | 'snapshot' | 'read' | 'nobody' }
  job: { name: string; isLast: boolean; from: JobOrigin | null }
  provider: { name: string; call: string }
  pdf: { form: string }
  mail: { carrier: 'smtp' | 'outbox' }
}
export type InstrumentedEvents = { 'sign-in': 'ok' | 'refused'; 'mail-report': 'bounce' | 'complaint' | 'ignored' }

export type CurrentRequest = {
  readonly id: string
  readonly method: string
  /** The declared route, never the requested path: a path may contain a secret. */
  route: string
  userId: number | null
  /** 0 until there is an answer; 499 when the client disconnected before it. */
  status: number
  /** An event stream lasts as long as its page, so its duration says nothing about response times. */
  isStream: boolean
  /** As a trusted proxy sent it, or null. */
  readonly traceparent: string | null
}
export type JobOrigin = { requestId?: string | undefined; traceparent?: string | undefined }

export type Instrumentation = {
  wrap?<Kind extends keyof Operations, T>(kind: Kind, about: Operations[Kind], work: () => Promise<T>): Promise<T>
  onEvent?<Kind extends keyof InstrumentedEvents>(kind: Kind, what: InstrumentedEvents[Kind]): void
  traceparent?(): string | undefined
}

let instrumentations: readonly Instrumentation[] = []

export const addInstrumentation = (instrumentation: Instrumentation): (() => void) => {
  instrumentations = [...instrumentations, instrumentation]
  return () => {
    instrumentations = instrumentations.filter((each) => each !== instrumentation)
  }
}

export const instrument = <Kind extends keyof Operations, T>(kind: Kind, about: Operations[Kind], work: () => Promise<T>): Promise<T> => {
  let wrapped = work
  for (const { wrap } of instrumentations) {
    const inner = wrapped
    if (wrap) wrapped = () => wrap(kind, about, inner)
  }
  return wrapped()
}

export const recordEvent = <Kind extends keyof InstrumentedEvents>(kind: Kind, what: InstrumentedEvents[Kind]): void => {
  for (const { onEvent } of instrumentations) onEvent?.(kind, what)
}

export const getCurrentTraceparent = (): string | undefined => {
  for (const { traceparent } of instrumentations) if (traceparent) return traceparent()
  return undefined
}
