import { expect, test } from 'vitest'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { getBulkRefusal, runBulk, stoppedMessage } from './run-bulk.ts'

const invoice = (id: number, changes: Partial<ListedInvoiceWire> = {}) =>
  ({ id, status: 'sent', customer: { name: 'Ada', email: 'ada@example.com' }, ...changes }) as ListedInvoiceWire
const many = Array.from({ length: 40 }, (_, i) => invoice(i))
const getReason = (error: Error) => error.message

test('runs at most four at once, and returns all outcomes in order', async () => {
  let running = 0
  let most = 0
  const progress: number[] = []
  const outcomes = await runBulk(
    many,
    async ({ id }) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, id % 3))
      running--
      if (id % 10 === 3) throw new Error(`no ${id}`)
      return { state: 'done', reason: null }
    },
    { signal: new AbortController().signal, onProgress: (over) => progress.push(over), getReason },
  )
  expect(most).toBe(4)
  expect(progress).toEqual(many.map((_, i) => i + 1))
  expect(outcomes.map(({ invoice: { id } }) => id)).toEqual(many.map(({ id }) => id))
  expect(outcomes.filter(({ state }) => state === 'not').map(({ reason }) => reason)).toEqual(['no 3', 'no 13', 'no 23', 'no 33'])
})

test('stopping marks the rest as not done and starts nothing more', async () => {
  const stop = new AbortController()
  const started: number[] = []
  const outcomes = await runBulk(
    many,
    async ({ id }) => {
      started.push(id)
      if (id === 5) stop.abort()
      return { state: 'done', reason: null }
    },
    { signal: stop.signal, onProgress: () => {}, getReason },
  )
  expect(started.length).toBeLessThan(12)
  expect(outcomes.filter(({ state }) => state === 'done')).toHaveLength(started.length)
  expect(outcomes.at(-1)).toMatchObject({ state: 'not', reason: stoppedMessage })
})

test('refusals known in advance need no request', () => {
  const paid = invoice(1, { status: 'paid' })
  const mute = invoice(2, { customer: { name: 'Ada', email: null } })
  expect([getBulkRefusal('send', paid), getBulkRefusal('pay', paid), getBulkRefusal('delete', paid)]).toEqual([
    'This invoice has already been paid.',
    'This invoice has already been paid.',
    null,
  ])
  expect([getBulkRefusal('send', mute), getBulkRefusal('pay', mute)]).toEqual(["Customer doesn't have an email address on file.", null])
  expect([getBulkRefusal('send', many[0]!), getBulkRefusal('pay', many[0]!)]).toEqual([null, null])
})
