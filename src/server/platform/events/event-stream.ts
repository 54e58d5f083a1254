import { Readable } from 'node:stream'
import type { ChangeTopic, ServerEventName, ServerEvents } from '#shared/server-events.ts'

export type EventStream = {
  readonly sessionId: string
  readonly body: Readable
  queueChange(topic: ChangeTopic): void
  send<Name extends ServerEventName>(name: Name, data: ServerEvents[Name]): void
  /** A few bytes: the browser notices a dead connection, and proxies keep a living one open. */
  sendBeat(): void
  endIfStuck(): void
  end(reason?: 'signed-out' | 'too-many'): void
}

/** The changes of one request and of the jobs that follow it are sent in one event. Too short to be noticed. */
const batchMs = 150
/** For slow clients, in addition to the socket's own buffer. */
const maxBufferedBytes = 2048
/** Random, so that not all browsers reconnect at once. */
const getRetryMs = () => 1000 + Math.floor(Math.random() * 2000)

export const createEventStream = (sessionId: string): EventStream => {
  /** The client has not read everything: changes are collected until it has. */
  let isBehind = false
  let wasBehind = false
  let hasEnded = false
  let topics = new Set<ChangeTopic>()
  let changedAt = 0
  let batchTimer: NodeJS.Timeout | undefined

  const body = new Readable({
    highWaterMark: maxBufferedBytes,
    read: () => {
      isBehind = false
      if (topics.size > 0) batchTimer ??= setTimeout(sendChanges, batchMs)
    },
  })
  // A client that disconnects is not an error.
  body.on('error', () => undefined)
  body.on('close', () => stop())
  const stop = () => {
    hasEnded = true
    clearTimeout(batchTimer)
  }

  const write = (text: string) => {
    if (!hasEnded) isBehind = !body.push(text)
  }
  const send: EventStream['send'] = (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  const sendChanges = () => {
    batchTimer = undefined
    if (isBehind) return
    const changed = [...topics]
    topics = new Set()
    send('changed', { topics: changed, agoMs: Math.floor(performance.now() - changedAt) })
  }
  write(`retry: ${getRetryMs()}\n\n`)

  return {
    sessionId,
    body,
    send,
    queueChange: (topic) => {
      if (hasEnded) return
      topics.add(topic)
      changedAt = performance.now()
      batchTimer ??= setTimeout(sendChanges, batchMs)
    },
    sendBeat: () => {
      if (!isBehind) send('beat', 0)
    },
    endIfStuck: () => {
      if (isBehind && wasBehind) return void body.destroy()
      wasBehind = isBehind
    },
    end: (reason) => {
      if (hasEnded) return
      if (reason) send(reason, {})
      stop()
      body.push(null)
    },
  }
}
