import { z } from 'zod'
import type { AnnouncedTopic, Announcements } from '#server/platform/db/client.ts'
import { changeTopics } from '#shared/server-events.ts'

/** Long enough that NOTIFY, which takes a lock for the whole server, is rare; too short to be noticed. */
const batchMs = 50
/** PostgreSQL refuses payloads of 8000 bytes. */
const maxPayloadBytes = 7999

export type AnnouncementBatch = {
  add(announcements: Announcements): void
  flush(): void
}

/** `nodeId` is ASCII. `send` is called once per batch, with payloads of at most 7999 bytes. */
export const createAnnouncementBatch = (nodeId: string, send: (payloads: readonly string[]) => void): AnnouncementBatch => {
  let collected = new Map<number, Set<AnnouncedTopic>>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (collected.size === 0) return
    const payloads = encodeAnnouncements(nodeId, collected)
    collected = new Map()
    send(payloads)
  }
  return {
    add: (announcements) => {
      for (const [userId, topics] of announcements) {
        const known = collected.get(userId)
        if (known) for (const topic of topics) known.add(topic)
        else collected.set(userId, new Set(topics))
      }
      timer ??= setTimeout(flush, batchMs)
    },
    flush,
  }
}

/** `["Zk3x",[7,"items","customers"],[9,"sessions"]]` */
const encodeAnnouncements = (nodeId: string, announcements: Announcements): string[] => {
  const start = `[${JSON.stringify(nodeId)}`
  const payloads: string[] = []
  let payload = start
  for (const [userId, topics] of announcements) {
    const entry = `,${JSON.stringify([userId, ...topics])}`
    if (payload.length + entry.length + 1 > maxPayloadBytes) {
      payloads.push(`${payload}]`)
      payload = start
    }
    payload += entry
  }
  return [...payloads, `${payload}]`]
}

const topics = new Set<string>([...changeTopics, 'sessions'])
const message = z.tuple([z.string()], z.tuple([z.int()], z.string()))

/** Topics of a newer release are left out. Null for other payloads, such as the channel's own. */
export const decodeAnnouncements = (payload: string): { nodeId: string; announcements: Announcements } | null => {
  const parsed = message.safeParse(parseJson(payload))
  if (!parsed.success) return null
  const [nodeId, ...entries] = parsed.data
  const isKnown = (topic: string): topic is AnnouncedTopic => topics.has(topic)
  return { nodeId, announcements: new Map(entries.map(([userId, ...named]) => [userId, new Set(named.filter(isKnown))])) }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
