import type { QueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { beatMs, type ChangeTopic, changeTopics, eventStreamPath, type ServerEventName, type ServerEvents } from '#shared/server-events.ts'
import { isSignedOut } from '#web/lib/api/client.ts'
import { connectionStore, probeConnection, whenReachable } from '#web/lib/api/connection.ts'
import { type ClockReading, clockReadingAgo, latestReading } from '#web/lib/api/fetch-times.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { invalidateChanged } from './invalidate-changed.ts'

/** Between two refreshes, so that many changes elsewhere don't keep this page busy. */
const pauseMs = 1000
/** A change made on this page gets this time: the page refetches its own data when the response arrives. */
const ownChangeMs = 2000
/** Browsers allow six connections per host, so hidden tabs close theirs after this time. */
const hiddenMs = 5000
/** A stream that beats and then says nothing for this time may be dead, although no connection was closed. */
const silenceMs = beatMs + 500
const firstRetryMs = 2000
const longestRetryMs = 60_000

/** Without the stream, changes by others appear on the next load. */
export const startEventStream = (client: QueryClient): (() => void) => {
  let stream: EventSource | undefined
  let changes = new Map<ChangeTopic, ClockReading>()
  let nextRefreshAt = 0
  let refreshTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let hideTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let isSilent = false
  let retryMs = firstRetryMs

  const refresh = (waited = 0) => {
    refreshTimer = undefined
    if (client.isMutating() > 0 && waited < ownChangeMs) {
      refreshTimer = setTimeout(refresh, 100, waited + 100)
      return
    }
    const pending = changes
    changes = new Map()
    nextRefreshAt = performance.now() + pauseMs
    if (invalidateChanged(client, pending)) note([...pending.keys()], pending)
  }
  const note = (topics: readonly ChangeTopic[], at: ClockReading | ReadonlyMap<ChangeTopic, ClockReading>) => {
    for (const topic of topics) changes.set(topic, latestReading('tickMs' in at ? at : at.get(topic)!, changes.get(topic)))
    refreshTimer ??= setTimeout(refresh, Math.max(0, nextRefreshAt - performance.now()))
  }

  const close = () => {
    stream?.close()
    stream = undefined
    clearTimeout(silenceTimer)
    clearTimeout(retryTimer)
    retryTimer = undefined
  }
  const onBeat = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(onSilence, silenceMs)
    if (isSilent && connectionStore.read().isLost) void probeConnection()
    isSilent = false
  }
  /** When the server answers, a stream that is still silent is replaced. */
  const onSilence = async () => {
    isSilent = true
    const silent = stream
    await probeConnection()
    await whenReachable()
    if (!isSilent || stream !== silent) return
    close()
    open()
  }
  const open = () => {
    if (stream || retryTimer || document.hidden) return
    isSilent = false
    stream = new EventSource(eventStreamPath)
    const on = <Name extends ServerEventName>(name: Name, react: (data: ServerEvents[Name]) => void) =>
      stream!.addEventListener(name, ({ data }) => react(JSON.parse(data) as ServerEvents[Name]))
    const markAllChanged = ({ agoMs }: { agoMs: number }) => {
      retryMs = firstRetryMs
      note(changeTopics, clockReadingAgo(agoMs))
    }
    on('hello', markAllChanged)
    on('resync', markAllChanged)
    on('beat', onBeat)
    on('changed', ({ topics, agoMs }) => note(topics, clockReadingAgo(agoMs)))
    // Both reopen when the tab becomes visible again.
    on('signed-out', close)
    on('too-many', close)
    stream.addEventListener('error', () => {
      clearTimeout(silenceTimer)
      if (!connectionStore.read().isLost) void probeConnection()
      // EventSource reconnects by itself after a broken connection; a response that is not a stream is final.
      if (stream?.readyState === EventSource.CLOSED) retryLater()
    })
  }
  /** The server refused the stream. */
  const retryLater = () => {
    close()
    retryTimer = setTimeout(async () => {
      // Ignores a response that arrives after the tab was hidden or the shell unmounted.
      const timer = retryTimer
      const isHere = await isSignedIn(client)
      if (retryTimer !== timer) return
      retryTimer = undefined
      if (isHere) open()
    }, retryMs)
    retryMs = Math.min(retryMs * 2, longestRetryMs)
  }

  const onVisibility = () => {
    clearTimeout(hideTimer)
    if (document.hidden) hideTimer = setTimeout(close, hiddenMs)
    else open()
  }
  const onSession = () => !sessionStore.read() && !document.hidden && open()
  const unsubscribeSession = sessionStore.subscribe(onSession)
  const ended = new AbortController()
  document.addEventListener('visibilitychange', onVisibility, ended)
  window.addEventListener('pagehide', close, ended)
  window.addEventListener('pageshow', open, ended)
  open()
  return () => {
    unsubscribeSession()
    ended.abort()
    clearTimeout(hideTimer)
    clearTimeout(refreshTimer)
    close()
  }
}

/** The app notices a sign-out by this. A server that doesn't respond counts as signed in. */
const isSignedIn = async (client: QueryClient): Promise<boolean> => {
  const queryKey = [apiPaths.currentUser]
  await client.refetchQueries({ queryKey })
  const error = client.getQueryState(queryKey)?.error
  return !isSignedOut(error)
}
