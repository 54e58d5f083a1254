import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { ClientConfig, Pool } from 'pg'
import { sessionMaxAgeMs } from '#server/platform/auth/sessions/sessions.ts'
import type { Announcements, Database } from '#server/platform/db/client.ts'
import type { SignedInUser } from '#server/platform/http/authentication.ts'
import { beatMs } from '#shared/server-events.ts'
import { createAnnouncementBatch, decodeAnnouncements } from './announcement-batch.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { connectToChannel } from './notification-channel.ts'

type LastChanges = {
  start(): void
  stop(): void
  record(userId: number): void
  /** 0 when unknown. */
  agoMs(userId: number): number
}

export const createLastChanges = ({ maxUsers = 10_000, nowMs = () => performance.now() } = {}): LastChanges => {
  // In the order of the changes, the oldest first.
  const changedAt = new Map<number, number>()
  let since: number | undefined
  return {
    start: () => {
      changedAt.clear()
      since = nowMs()
    },
    stop: () => {
      since = undefined
    },
    record: (userId) => {
      changedAt.delete(userId)
      changedAt.set(userId, nowMs())
      if (changedAt.size <= maxUsers) return
      const [[oldest, at]] = changedAt as unknown as [[number, number]]
      changedAt.delete(oldest)
      since = at
    },
    agoMs: (userId) => (since === undefined ? 0 : Math.floor(nowMs() - (changedAt.get(userId) ?? since))),
  }
}

/** Other nodes' announcements arrive over a PostgreSQL channel, this node's own are delivered at once. */
export type EventHub = {
  /** Ends when its client disconnects, its session ends or the server stops. */
  open(user: Pick<SignedInUser, 'id' | 'sessionId'>): EventStream
  count(): number
  endStreams(): void
  close(): Promise<void>
}

type Options = {
  connection: ClientConfig
  /** One hub per database object. */
  database: Pick<Database, 'pool' | 'onAnnouncements'>
  /** How often the sessions of all streams are checked, and whether their clients read them. */
  checkMs?: number
  /** Above this number, a user's oldest stream ends. */
  maxStreamsPerUser?: number
  log: (line: string) => void
}

// `expire` is a timestamp without time zone: both sides are compared in the connection's zone.
const selectActive = `
  select s.sid from sessions s join users u on u.id = (s.sess ->> 'userId')::bigint
  where s.sid = any($1) and s.expire >= to_timestamp($2) and (s.sess ->> 'signedInAt')::bigint > $3`

const findActiveSessions = async (pool: Pool, sessionIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await pool.query<{ sid: string }>(selectActive, [sessionIds, Date.now() / 1000, Date.now() - sessionMaxAgeMs])
  return new Set(rows.map(({ sid }) => sid))
}

export const createEventHub = ({ connection, database, checkMs = 25_000, maxStreamsPerUser = 20, log }: Options): EventHub => {
  const streams = new Map<number, Set<EventStream>>()
  const lastChanges = createLastChanges()
  const nodeId = randomBytes(6).toString('base64url')
  let isStopping = false

  const listStreams = () => [...streams.values()].flatMap((ofUser) => [...ofUser])

  /** When the sessions cannot be read, all streams end, and browsers reconnect later. */
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

  const deliver = (announcements: Announcements) => {
    for (const [userId, topics] of announcements) {
      const ofUser = streams.get(userId)
      for (const topic of topics) {
        if (topic === 'sessions') void checkSessions([...(ofUser ?? [])])
        else for (const stream of ofUser ?? []) stream.queueChange(topic)
      }
      if (topics.size > 1 || !topics.has('sessions')) lastChanges.record(userId)
    }
  }

  const channel = connectToChannel({
    connection,
    channel: 'billfold_live',
    onNotification: (payload) => {
      const received = decodeAnnouncements(payload)
      if (received && received.nodeId !== nodeId) deliver(received.announcements)
    },
    onListening: () => {
      lastChanges.start()
      for (const stream of listStreams()) stream.send('resync', { agoMs: 0 })
    },
    onDisconnected: lastChanges.stop,
    log,
  })
  const batch = createAnnouncementBatch(nodeId, channel.notify)
  // Streams and the batch outlive the request whose transaction announces: their timers must not run in its context.
  const outsideRequests = AsyncLocalStorage.snapshot()
  database.onAnnouncements((announcements) =>
    outsideRequests(() => {
      deliver(announcements)
      batch.add(announcements)
    }),
  )

  const beat = setInterval(() => {
    for (const ofUser of streams.values()) for (const stream of ofUser) stream.sendBeat()
  }, beatMs).unref()
  const check = setInterval(() => {
    // Without streams, the database is not queried.
    if (streams.size === 0) return
    for (const stream of listStreams()) stream.endIfStuck()
    void checkSessions(listStreams())
    void channel.check()
  }, checkMs).unref()

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
      clearInterval(beat)
      clearInterval(check)
      batch.flush()
      await channel.close()
    },
  }
}
