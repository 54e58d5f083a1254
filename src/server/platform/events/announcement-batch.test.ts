import { expect, test } from 'vitest'
import type { AnnouncedTopic } from '#server/platform/db/client.ts'
import { changeTopics } from '#shared/server-events.ts'
import { createAnnouncementBatch, decodeAnnouncements } from './announcement-batch.ts'

test('a batch larger than a payload of PostgreSQL is split, and sent at once', () => {
  const sent: (readonly string[])[] = []
  const batch = createAnnouncementBatch('node', (payloads) => sent.push(payloads))
  const all: AnnouncedTopic[] = [...changeTopics, 'sessions']
  for (const topic of all) batch.add(new Map(Array.from({ length: 500 }, (_, i) => [2 ** 40 + i, new Set([topic])])))
  batch.flush()
  batch.flush()
  expect(sent.length).toBe(1)
  const payloads = sent[0]!
  expect(payloads.length).toBeGreaterThan(5)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
  const decoded = payloads.map((payload) => decodeAnnouncements(payload)!)
  expect(new Set(decoded.map(({ nodeId }) => nodeId))).toEqual(new Set(['node']))
  const users = decoded.flatMap(({ announcements }) => [...announcements])
  expect(users).toEqual(Array.from({ length: 500 }, (_, i) => [2 ** 40 + i, new Set(all)]))
})

test('unknown topics are left out, and other payloads ignored', () => {
  expect(decodeAnnouncements('["node",[7,"items","of a newer release"],[8,"sessions"]]')).toEqual({
    nodeId: 'node',
    announcements: new Map([
      [7, new Set(['items'])],
      [8, new Set(['sessions'])],
    ]),
  })
  for (const other of ['', '0f8e-uuid', '{"u":1,"t":"items"}', '["node",["x","items"]]', '[[7,"items"]]'])
    expect(decodeAnnouncements(other)).toBeNull()
})
