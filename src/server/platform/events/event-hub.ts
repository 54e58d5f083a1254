import type { ClientConfig, Pool } from 'pg'
import { z } from 'zod'
import { type SignedInUser, sessionMaxAgeMs } from '#server/platform/auth/sessions/sessions.ts'
import type { Database } from '#server/platform/db/client.ts'
import { changeTopics } from '#shared/server-events.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import { createLastChanges } from './last-changes.ts'
import { listenToChannel } from './notification-listener.ts'

// The table's times have no zone: both sides are brought into that of the connection.
const held = `
  select s.sid from sessions s join users u on u.id = (s.sess ->> 'userId')::int
  where s.sid = any($1) and s.expire >= to_timestamp($2) and (s.sess ->> 'signedInAt')::bigint > $3`

/** Of these sessions, those in which somebody is still signed in. */
const findActiveSessions = async (pool: Pool, sessionIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await pool.query<{ sid: string }>(held, [sessionIds, Date.now() / 1000, Date.now() - sessionMaxAgeMs])
  return new Set(rows.map(({ sid }) => sid))
}

/** What the triggers say: whose rows changed, and of what kind. 'sessions': some of this user's are over. */
const word = z.object({ u: z.int(), t: z.enum([...changeTopics, 'sessions']) })

export type EventHub = {
  /** Begins a stream for one browser tab. It ends with its body, its session or this process, whichever is first. */
  open(user: Pick<SignedInUser, 'id' | 'sessionId'>): EventStream
  /** Streams that are open. */
  count(): number
  /** Ends all streams, and whatever comes after. */
  endStreams(): void
  close(): Promise<void>
}

type Options = {
  connection: ClientConfig
  database: Pick<Database, 'pool'>
  /** How often the sessions of all streams are looked at again. */
  beatMs?: number
  /** More than so many streams nobody looks at: the oldest makes room. */
  mostStreams?: number
  log: (line: string) => void
}

/** Passes on what the database says has changed, to the browsers of whoever it belongs to. */
export const createEventHub = ({ connection, database, beatMs = 25_000, mostStreams = 20, log }: Options): EventHub => {
  /** Each user's streams, the oldest first. */
  const streams = new Map<number, Set<EventStream>>()
  const lastChanges = createLastChanges()
  let isOver = false

  const all = () => [...streams.values()].flatMap((own) => [...own])

  /** Ends the streams of sessions that are over. Where that can't be found out they end too, and come back when it can. */
  const lookAtSessions = async (which: readonly EventStream[]) => {
    if (which.length === 0) return
    try {
      const held = await findActiveSessions(database.pool, [...new Set(which.map(({ sessionId }) => sessionId))])
      for (const stream of which) if (!held.has(stream.sessionId)) stream.end('signed-out')
    } catch (error) {
      log(`Streams end, as their sessions could not be looked at: ${(error as Error).message}`)
      for (const stream of which) stream.end()
    }
  }

  const onHeard = (payload: string) => {
    const parsed = word.safeParse(asJson(payload))
    // A newer release beside this one may have more to say.
    if (!parsed.success) return
    const { u: userId, t: topic } = parsed.data
    const own = streams.get(userId)
    if (topic === 'sessions') return void lookAtSessions([...(own ?? [])])
    lastChanges.record(userId)
    for (const stream of own ?? []) stream.queueChange(topic)
  }

  const listener = listenToChannel({
    connection,
    channel: 'billfold_live',
    onHeard,
    onListening: () => {
      lastChanges.start()
      for (const stream of all()) stream.send('resync', { agoMs: 0 })
    },
    onDeaf: lastChanges.stop,
    log,
  })

  const beat = setInterval(() => {
    // While nobody listens the database is left alone.
    if (streams.size === 0) return
    for (const stream of all()) stream.sendHeartbeat()
    void lookAtSessions(all())
    void listener.check()
  }, beatMs)
  beat.unref()

  const forget = (userId: number, stream: EventStream) => {
    const own = streams.get(userId)
    own?.delete(stream)
    if (own?.size === 0) streams.delete(userId)
  }

  return {
    open: ({ id, sessionId }) => {
      const stream = createEventStream(sessionId)
      const own = streams.get(id) ?? new Set()
      streams.set(id, own.add(stream))
      stream.body.on('close', () => forget(id, stream))
      for (const oldest of own) {
        if (own.size <= mostStreams) break
        own.delete(oldest)
        oldest.end('too-many')
      }
      stream.send('hello', { agoMs: lastChanges.agoMs(id) })
      if (isOver) stream.end()
      return stream
    },
    count: () => all().length,
    endStreams: () => {
      isOver = true
      for (const stream of all()) stream.end()
    },
    close: async () => {
      clearInterval(beat)
      await listener.close()
    },
  }
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
