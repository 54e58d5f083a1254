import { beforeEach, expect, test } from 'vitest'
import { PdfAccountBusyError, PdfBusyError } from './pdf-errors.ts'
import { createRenderQueue } from './render-queue.ts'

let now = 0
let rejected: [name: string, error: string][] = []
beforeEach(() => {
  now = 0
  rejected = []
})

const createQueue = (maxQueue = 100, maxQueuePerAccount = 30) => {
  const queue = createRenderQueue<ReturnType<typeof createJob>>({ maxQueue, maxQueuePerAccount }, () => now)
  const names = (count: number) => Array.from({ length: count }, () => queue.next()?.name)
  return { ...queue, names }
}
/** 'a1' is the first document of the account 'a'. */
const createJob = (name: string, more: { urgent?: boolean; estimateMs?: number } = {}) => ({
  ...{ name, account: name[0]!, estimateMs: 10, reject: (error: Error) => rejected.push([name, error.name]) },
  ...more,
})

test('accounts take turns, each with its documents in order', () => {
  const queue = createQueue()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(createJob(name))
  expect(queue.names(7)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})

test('an account with more usage is served later, until its usage has decayed', () => {
  const queue = createQueue()
  const addBoth = () => {
    for (const name of ['a1', 'b1']) queue.add(createJob(name))
    return queue.names(2)
  }
  queue.charge('a', 5_000)
  queue.charge('b', 100)
  expect(addBoth()).toEqual(['b1', 'a1'])
  now = 20 * 60_000
  queue.charge('b', 100)
  expect(addBoth()).toEqual(['a1', 'b1'])
})

test('the limit per account holds even if the queue is not full', () => {
  const queue = createQueue(100, 2)
  for (const name of ['a1', 'a2', 'b1']) queue.add(createJob(name))
  expect(() => queue.add(createJob('a3'))).toThrow(PdfAccountBusyError)
  expect(queue.names(4)).toEqual(['a1', 'b1', 'a2', undefined])
})

test('in a full queue, the newest document of the account with the most makes room', () => {
  const queue = createQueue(4)
  for (const name of ['a1', 'a2', 'a3', 'b1']) queue.add(createJob(name))
  queue.add(createJob('c1'))
  expect(rejected).toEqual([['a3', 'PdfAccountBusyError']])
  queue.add(createJob('d1'))
  expect(rejected).toEqual([
    ['a3', 'PdfAccountBusyError'],
    ['a2', 'PdfAccountBusyError'],
  ])
  expect(() => queue.add(createJob('e1'))).toThrow(PdfBusyError)
  expect(queue.names(5)).toEqual(['a1', 'b1', 'c1', 'd1', undefined])
})

test('accounts with urgent documents take turns too, and after four of them a normal one is served', () => {
  const queue = createQueue()
  for (const name of ['a1', 'b1']) queue.add(createJob(name))
  for (const name of ['c1', 'c2', 'c3', 'c4', 'd1']) queue.add(createJob(name, { urgent: true }))
  expect(queue.names(7)).toEqual(['c1', 'd1', 'c2', 'c3', 'a1', 'c4', 'b1'])
})
