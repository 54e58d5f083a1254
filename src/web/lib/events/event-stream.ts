import type { QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { type ChangeTopic, changeTopics, eventStreamPath, type ServerEventName, type ServerEvents } from '#shared/server-events.ts'
import { isSignedOut } from '#web/lib/api/client.ts'
import { type ClockReading, clockReadingAgo, latestReading } from '#web/lib/api/fetch-times.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { invalidateChanged } from './invalidate-changed.ts'

/** Between two looks at what changed: whoever changes a lot elsewhere doesn't keep this page busy. */
const pauseMs = 1000
/** A change of one's own reads again by itself what it changed, once its answer is here. */
const ownChangeMs = 2000
/** Browsers allow six connections to a server: tabs that nobody looks at must not hold them all. */
const hiddenMs = 5000
const firstRetryMs = 2000
const longestRetryMs = 60_000

/**
 * Keeps what is shown up to date, as the server tells that something changed. Without the stream all works as before: what others change is then
 * seen at the next look.
 * @returns what ends it
 */
export const startEventStream = (client: QueryClient): (() => void) => {
  let stream: EventSource | undefined
  let changes = new Map<ChangeTopic, ClockReading>()
  let nextLookAt = 0
  let look: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let hide: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs

  const lookAgain = (waited = 0) => {
    look = undefined
    if (client.isMutating() > 0 && waited < ownChangeMs) {
      look = setTimeout(lookAgain, 100, waited + 100)
      return
    }
    const told = changes
    changes = new Map()
    nextLookAt = performance.now() + pauseMs
    if (invalidateChanged(client, told)) note([...told.keys()], told)
  }
  const note = (topics: readonly ChangeTopic[], at: ClockReading | ReadonlyMap<ChangeTopic, ClockReading>) => {
    for (const topic of topics) changes.set(topic, latestReading('tickMs' in at ? at : at.get(topic)!, changes.get(topic)))
    look ??= setTimeout(lookAgain, Math.max(0, nextLookAt - performance.now()))
  }

  const close = () => {
    stream?.close()
    stream = undefined
    clearTimeout(retry)
    retry = undefined
  }
  const open = () => {
    if (stream || retry || document.hidden) return
    stream = new EventSource(eventStreamPath)
    const on = <Name extends ServerEventName>(name: Name, react: (data: ServerEvents[Name]) => void) =>
      stream!.addEventListener(name, ({ data }) => react(JSON.parse(data) as ServerEvents[Name]))
    const mayBeOld = ({ agoMs }: { agoMs: number }) => {
      retryMs = firstRetryMs
      note(changeTopics, clockReadingAgo(agoMs))
    }
    on('hello', mayBeOld)
    on('resync', mayBeOld)
    on('changed', ({ topics, agoMs }) => note(topics, clockReadingAgo(agoMs)))
    // Both come back when somebody looks at this tab again.
    on('signed-out', close)
    on('too-many', close)
    stream.addEventListener('error', () => {
      // A connection that broke comes back by itself; an answer that was no stream is final.
      if (stream?.readyState === EventSource.CLOSED) refused()
    })
  }
  /** The server has no stream for us just now: it is asked later, unless nobody is signed in any more. */
  const refused = () => {
    close()
    retry = setTimeout(async () => {
      // An answer that comes after the tab was hidden, or the shell is gone, opens nothing.
      const mine = retry
      const isHere = await isSignedIn(client)
      if (retry !== mine) return
      retry = undefined
      if (isHere) open()
    }, retryMs)
    retryMs = Math.min(retryMs * 2, longestRetryMs)
  }

  const onVisibility = () => {
    clearTimeout(hide)
    if (document.hidden) hide = setTimeout(close, hiddenMs)
    else open()
  }
  const onSession = () => !sessionStore.read() && !document.hidden && open()
  const forgetSession = sessionStore.subscribe(onSession)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', open)
  open()
  return () => {
    forgetSession()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', open)
    clearTimeout(hide)
    clearTimeout(look)
    close()
  }
}

/** Asks the server, so that the app learns it too. While it can't tell, nobody is taken for signed out. */
const isSignedIn = async (client: QueryClient): Promise<boolean> => {
  const queryKey = [apiPaths.currentUser]
  await client.refetchQueries({ queryKey })
  const error = client.getQueryState(queryKey)?.error
  return !isSignedOut(error)
}
