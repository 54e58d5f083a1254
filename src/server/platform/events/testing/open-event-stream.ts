import { expect } from 'vitest'
import type { ChangeTopic, ServerEventName } from '#shared/server-events.ts'

type ReceivedEvent = { name: ServerEventName | 'end'; topics?: ChangeTopic[]; agoMs?: number }

/** Opens an event stream as a browser does. `next` waits for the next event other than a beat; the last one is 'end'. */
export const openEventStream = async (who: { cookie: string }, origin: string) => {
  const stop = new AbortController()
  const reply = await fetch(`${origin}/api/live`, { headers: { cookie: who.cookie }, signal: stop.signal })
  const received: ReceivedEvent[] = []
  let onReceived = () => {}
  let onBeat = () => {}
  const read = async () => {
    let text = ''
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const name = /^event: (.+)$/m.exec(block)?.[1]
        if (name === 'beat') onBeat()
        else if (name) received.push({ name: name as ServerEventName, ...JSON.parse(/^data: (.+)$/m.exec(block)![1]!) })
      }
      onReceived()
    }
  }
  void read()
    .catch(() => undefined)
    .then(() => {
      received.push({ name: 'end' })
      onReceived()
    })
  const next = async (): Promise<ReceivedEvent> => {
    while (received.length === 0)
      await new Promise<void>((resolve) => {
        onReceived = resolve
      })
    return received.shift()!
  }
  return {
    reply,
    next,
    stop: () => stop.abort(),
    /** Waits for the next beat. They are not among the events. */
    beat: () =>
      new Promise<void>((resolve) => {
        onBeat = resolve
      }),
    /** Waits until all of the given topics have changed, and returns all topics that changed. */
    topics: async (...wanted: ChangeTopic[]) => {
      const changed = new Set<ChangeTopic>()
      while (!wanted.every((topic) => changed.has(topic))) {
        const { name, topics = [] } = await next()
        expect(name).toBe('changed')
        for (const topic of topics) changed.add(topic)
      }
      return [...changed].sort()
    },
  }
}
