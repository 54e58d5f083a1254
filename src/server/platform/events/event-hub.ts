import type { ClientConfig, Pool } from 'pg'
import { z } from 'zod'
import { sessionMaxAgeMs } from '#server/platform/auth/sessions/sessions.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { SignedInUser } from '#server/platform/http/authentication.ts'
import { changeTopics } from '#shared/server-events.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { createLastChanges } from './last-changes.ts'
import { listenToChannel } from './notification-listener.ts'

/** Sends live updates to browsers: listens to the database's change notifications and forwards them to the user's open event streams. */
export type EventHub = {
  /** Opens a stream for one browser tab. It ends when its client disconnects, its session ends or the server stops. */
  open(user: Pick<SignedInUser, 'id' | 'sessionId'>): EventStream
  /** The number of open streams. */
  count(): number
  /** Ends all streams, and new ones at once. */
  endStreams(): void
  close(): Promise<void>
}

type Options = {
  connection: ClientConfig
  database: Pick<Database, 'pool'>
  /** The interval of heartbeats; with each, the sessions of all streams are checked. */
  heartbeatMs?: number
  /** Above this number, a user's oldest stream ends. */
  maxStreamsPerUser?: number
  log: (line: string) => void
}

/** The payload of the triggers' notifications: the user and the kind of rows that changed. 'sessions' means that sessions of the user ended. */
const notification = z.object({ u: z.int(), t: z.enum([...changeTopics, 'sessions']) })

// `expire` is a timestamp without time zone: both sides are compared in the connection's zone.
const selectActive = `
  select s.sid from sessions s join users u on u.id = (s.sess ->> 'userId')::int
  where s.sid = any($1) and s.expire >= to_timestamp($2) and (s.sess ->> 'signedInAt')::bigint > $3`

/** The given sessions that have not ended. */
const findActiveSessions = async (pool: Pool, sessionIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await pool.query<{ sid: string }>(selectActive, [sessionIds, Date.now() / 1000, Date.now() - sessionMaxAgeMs])
  return new Set(rows.map(({ sid }) => sid))
}

export const createEventHub = ({ connection, database, heartbeatMs = 25_000, maxStreamsPerUser = 20, log }: Options): EventHub => {
  /** By user, the oldest first. */
  const streams = new Map<number, Set<EventStream>>()
  const lastChanges = createLastChanges()
  let isStopping = false

  const listStreams = () => [...streams.values()].flatMap((ofUser) => [...ofUser])

  /** Ends the streams of ended sessions. When the sessions cannot be read, all end, and browsers reconnect later. */
  const checkSessions = async (toCheck: readonly EventStream[]) => {
    if (toCheck.length === 0) return
    try {
      const active = await findActiveSessions(database.pool, [...new Set(toCheck.map(({ sessionId }) => sessionId))])
      for (const stream of toCheck) if (!active.has(stream.sessionId)) stream.end('signed-out')
    } catch (error) {
      log(`Event streams were ended, because their sessions could not be read: ${(error as Error).message}`)
      for (const stream of toCheck) stream.end()
    }
  }

  const onNotification = (payload: string) => {
    const parsed = notification.safeParse(parseJson(payload))
    // A newer release on another node may send topics that this one does not know.
    if (!parsed.success) return
    const { u: userId, t: topic } = parsed.data
    const ofUser = streams.get(userId)
    if (topic === 'sessions') return void checkSessions([...(ofUser ?? [])])
    lastChanges.record(userId)
    for (const stream of ofUser ?? []) stream.queueChange(topic)
  }

  const listener = listenToChannel({
    connection,
    channel: 'billfold_live',
    onNotification,
    onListening: () => {
      lastChanges.start()
      for (const stream of listStreams()) stream.send('resync', { agoMs: 0 })
    },
    onDisconnected: lastChanges.stop,
    log,
  })

  const heartbeat = setInterval(() => {
    // Without streams, the database is not queried.
    if (streams.size === 0) return
    for (const stream of listStreams()) stream.sendHeartbeat()
    void checkSessions(listStreams())
    void listener.check()
  }, heartbeatMs)
  heartbeat.unref()

  const remove = (userId: number, stream: EventStream) => {
    const ofUser = streams.get(userId)
    ofUser?.delete(stream)
    if (ofUser?.size === 0) streams.delete(userId)
  }

  return {
    open: ({ id, sessionId }) => {
      const stream = createEventStream(sessionId)
      const ofUser = streams.get(id) ?? new Set()
      streams.set(id, ofUser.add(stream))
      stream.body.on('close', () => remove(id, stream))
      for (const oldest of ofUser) {
        if (ofUser.size <= maxStreamsPerUser) break
        ofUser.delete(oldest)
        oldest.end('too-many')
      }
      stream.send('hello', { agoMs: lastChanges.agoMs(id) })
      if (isStopping) stream.end()
      return stream
    },
    count: () => listStreams().length,
    endStreams: () => {
      isStopping = true
      for (const stream of listStreams()) stream.end()
    },
    close: async () => {
      clearInterval(heartbeat)
      await listener.close()
    },
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
