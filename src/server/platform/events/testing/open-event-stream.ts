import { expect } from 'vitest'
import type { ChangeTopic, ServerEventName } from '#shared/server-events.ts'

type Said = { name: ServerEventName | 'end'; topics?: ChangeTopic[]; agoMs?: number }

/** Opens the stream as a browser does. `next` waits for what it says, in order; its end is the last thing that it says. */
export const openEventStream = async (who: { cookie: string }, origin: string) => {
  const stop = new AbortController()
  const reply = await fetch(`${origin}/api/live`, { headers: { cookie: who.cookie }, signal: stop.signal })
  const said: Said[] = []
  let heard = () => {}
  const read = async () => {
    let text = ''
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const name = /^event: (.+)$/m.exec(block)?.[1]
        if (name) said.push({ name: name as ServerEventName, ...JSON.parse(/^data: (.+)$/m.exec(block)![1]!) })
      }
      heard()
    }
  }
  void read()
    .catch(() => undefined)
    .then(() => {
      said.push({ name: 'end' })
      heard()
    })
  const next = async (): Promise<Said> => {
    while (said.length === 0)
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    return said.shift()!
  }
  return {
    reply,
    next,
    stop: () => stop.abort(),
    /** Every topic that is told until all of these were. */
    topics: async (...wanted: ChangeTopic[]) => {
      const told = new Set<ChangeTopic>()
      while (!wanted.every((topic) => told.has(topic))) {
        const { name, topics = [] } = await next()
        expect(name).toBe('changed')
        for (const topic of topics) told.add(topic)
      }
      return [...told].sort()
    },
  }
}
