import { Readable } from 'node:stream'
import type { ChangeTopic, ServerEventName, ServerEvents } from '#shared/server-events.ts'

/** One browser tab's stream. */
export type EventStream = {
  readonly sessionId: string
  /** What is sent. It ends when the browser goes away. */
  readonly body: Readable
  /** Says that something changed, in a moment, together with what else changes until then. */
  queueChange(topic: ChangeTopic): void
  send<Name extends ServerEventName>(name: Name, data: ServerEvents[Name]): void
  /** A word that browsers don't hear, so that nobody on the way takes the connection for a dead one. Gives up on a reader who has taken nothing since the last. */
  sendHeartbeat(): void
  /** Says why, and ends. */
  end(why?: 'signed-out' | 'too-many'): void
}

/** Long enough for what one request changes, and what follows from it; too short to be noticed. */
const gatherMs = 150
/** As much waits for a reader who is slow, beside what the system holds for the connection. */
const mostBytes = 2048
/** When a browser comes back after the stream broke; not all at once. */
const retryMs = () => 1000 + Math.floor(Math.random() * 2000)

export const createEventStream = (sessionId: string): EventStream => {
  /** The reader is behind: what changes meanwhile is told in one when he has caught up. */
  let isBehind = false
  let isOver = false
  let wasBehind = false
  let topics = new Set<ChangeTopic>()
  let changedAt = 0
  let soon: NodeJS.Timeout | undefined

  const body = new Readable({
    highWaterMark: mostBytes,
    read: () => {
      isBehind = false
      if (topics.size > 0) soon ??= setTimeout(tell, gatherMs)
    },
  })
  // One that breaks off is over, which is no error of anybody's.
  body.on('error', () => undefined)
  body.on('close', () => over())
  const over = () => {
    isOver = true
    clearTimeout(soon)
  }

  const send = (text: string) => {
    if (!isOver) isBehind = !body.push(text)
  }
  const say: EventStream['send'] = (name, data) => send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  const tell = () => {
    soon = undefined
    if (isBehind) return
    const told = [...topics]
    topics = new Set()
    say('changed', { topics: told, agoMs: Math.floor(performance.now() - changedAt) })
  }
  send(`retry: ${retryMs()}\n\n`)

  return {
    sessionId,
    body,
    send: say,
    queueChange: (topic) => {
      if (isOver) return
      topics.add(topic)
      changedAt = performance.now()
      soon ??= setTimeout(tell, gatherMs)
    },
    sendHeartbeat: () => {
      if (isBehind && wasBehind) return void body.destroy()
      wasBehind = isBehind
      if (!isBehind) send(':\n\n')
    },
    end: (why) => {
      if (isOver) return
      if (why) say(why, {})
      over()
      body.push(null)
    },
  }
}
