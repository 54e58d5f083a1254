import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createLastChanges } from './event-hub.ts'
import { createEventStream } from './event-stream.ts'

test('a slow client gets all changes in one event when it reads on', async () => {
  const stream = createEventStream('session')
  while (stream.body.readableLength < stream.body.readableHighWaterMark) stream.send('hello', { agoMs: 0 })
  const bufferedBytes = stream.body.readableLength
  stream.queueChange('items')
  // Longer than changes are batched.
  await new Promise((resolve) => setTimeout(resolve, 400))
  stream.queueChange('invoices')
  expect(stream.body.readableLength).toBe(bufferedBytes)
  stream.body.on('data', (part: Buffer) => String(part).includes('changed') && stream.body.emit('changed', String(part)))
  const [event] = await once(stream.body, 'changed')
  expect(event).toContain('"topics":["items","invoices"]')
  stream.end()
})

test('a client that reads nothing between two checks is disconnected, and gets no beats meanwhile', async () => {
  const stream = createEventStream('session')
  while (stream.body.readableLength < stream.body.readableHighWaterMark) stream.send('hello', { agoMs: 0 })
  const bufferedBytes = stream.body.readableLength
  stream.sendBeat()
  stream.endIfStuck()
  expect([stream.body.readableLength, stream.body.destroyed]).toEqual([bufferedBytes, false])
  stream.endIfStuck()
  expect(stream.body.destroyed).toBe(true)
})

test('users above the limit count as changed at the time of the newest change that was dropped', () => {
  let now = 0
  const lastChanges = createLastChanges({ maxUsers: 2, nowMs: () => now })
  expect(lastChanges.agoMs(1)).toBe(0)
  lastChanges.start()
  now = 10
  expect(lastChanges.agoMs(1)).toBe(10)
  for (const userId of [1, 2, 3]) {
    now += 10
    lastChanges.record(userId)
  }
  now = 50
  expect([1, 2, 3, 4].map(lastChanges.agoMs)).toEqual([30, 20, 10, 30])
  lastChanges.stop()
  expect(lastChanges.agoMs(3)).toBe(0)
})
