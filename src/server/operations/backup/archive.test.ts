import { Readable } from 'node:stream'
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashStream } from './archive.ts'

test('a stream without a reader may fail without ending the process', async () => {
  const source = new Readable({ read: () => undefined })
  const { stream } = hashStream(source)
  source.destroy(new Error('the connection was closed'))
  await later(20)
  expect(stream.destroyed).toBe(true)
})
