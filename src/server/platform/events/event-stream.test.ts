import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createEventStream } from './event-stream.ts'
import { createLastChanges } from './last-changes.ts'

test('who reads too slowly is told everything in one as soon as he reads on', async () => {
  const stream = createEventStream('session')
  while (stream.body.readableLength < stream.body.readableHighWaterMark) stream.send('hello', { agoMs: 0 })
  const kept = stream.body.readableLength
  stream.queueChange('items')
  // Later than what was gathered would have been told.
  await new Promise((resolve) => setTimeout(resolve, 400))
  stream.queueChange('invoices')
  expect(stream.body.readableLength).toBe(kept)
  stream.body.on('data', (part: Buffer) => String(part).includes('changed') && stream.body.emit('told', String(part)))
  const [told] = await once(stream.body, 'told')
  expect(told).toContain('"topics":["items","invoices"]')
  stream.end()
})

test('who reads nothing at all is given up', async () => {
  const stream = createEventStream('session')
  while (stream.body.readableLength < stream.body.readableHighWaterMark) stream.send('hello', { agoMs: 0 })
  const kept = stream.body.readableLength
  stream.sendHeartbeat()
  expect([stream.body.readableLength, stream.body.destroyed]).toEqual([kept, false])
  stream.sendHeartbeat()
  expect(stream.body.destroyed).toBe(true)
})

test('of users whose changes were forgotten no more is claimed than that they are older than all that is remembered', () => {
  let now = 0
  const last = createLastChanges({ most: 2, nowMs: () => now })
  expect(last.agoMs(1)).toBe(0)
  last.start()
  now = 10
  expect(last.agoMs(1)).toBe(10)
  for (const userId of [1, 2, 3]) {
    now += 10
    last.record(userId)
  }
  now = 50
  expect([1, 2, 3, 4].map(last.agoMs)).toEqual([30, 20, 10, 30])
  last.stop()
  expect(last.agoMs(3)).toBe(0)
})
