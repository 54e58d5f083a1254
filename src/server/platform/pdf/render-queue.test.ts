import { beforeEach, expect, test } from 'vitest'
import { PdfAccountBusyError, PdfBusyError } from './pdf-errors.ts'
import { createRenderQueue } from './render-queue.ts'

let now = 0
let refused: [name: string, error: string][] = []
beforeEach(() => {
  now = 0
  refused = []
})

const queueOf = (maxQueue = 100, maxQueuePerAccount = 30) => {
  const queue = createRenderQueue<ReturnType<typeof job>>({ maxQueue, maxQueuePerAccount }, () => now)
  const names = (count: number) => Array.from({ length: count }, () => queue.next()?.name)
  return { ...queue, names }
}
/** 'a1' is a document of the account 'a'. */
const job = (name: string, more: { urgent?: boolean; estimateMs?: number } = {}) => ({
  ...{ name, account: name[0]!, estimateMs: 10, reject: (error: Error) => refused.push([name, error.name]) },
  ...more,
})

test('accounts take turns, each with its documents in their order', () => {
  const queue = queueOf()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(job(name))
  expect(queue.names(7)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})

test('an account that used the engine for longer comes later, until that was a while ago', () => {
  const queue = queueOf()
  const both = () => {
    for (const name of ['a1', 'b1']) queue.add(job(name))
    return queue.names(2)
  }
  queue.charge('a', 5_000)
  queue.charge('b', 100)
  expect(both()).toEqual(['b1', 'a1'])
  now = 20 * 60_000
  queue.charge('b', 100)
  expect(both()).toEqual(['a1', 'b1'])
})

test('an account has so many places, whatever is free', () => {
  const queue = queueOf(100, 2)
  for (const name of ['a1', 'a2', 'b1']) queue.add(job(name))
  expect(() => queue.add(job('a3'))).toThrow(PdfAccountBusyError)
  expect(queue.names(4)).toEqual(['a1', 'b1', 'a2', undefined])
})

test('in a full queue, the account with the most documents gives a place to one with fewer', () => {
  const queue = queueOf(4)
  for (const name of ['a1', 'a2', 'a3', 'b1']) queue.add(job(name))
  queue.add(job('c1'))
  expect(refused).toEqual([['a3', 'PdfAccountBusyError']])
  queue.add(job('d1'))
  expect(refused).toEqual([
    ['a3', 'PdfAccountBusyError'],
    ['a2', 'PdfAccountBusyError'],
  ])
  expect(() => queue.add(job('e1'))).toThrow(PdfBusyError)
  expect(queue.names(5)).toEqual(['a1', 'b1', 'c1', 'd1', undefined])
})

test('urgent ones take turns, too, and after four of them one of the others comes', () => {
  const queue = queueOf()
  for (const name of ['a1', 'b1']) queue.add(job(name))
  for (const name of ['c1', 'c2', 'c3', 'c4', 'd1']) queue.add(job(name, { urgent: true }))
  expect(queue.names(7)).toEqual(['c1', 'd1', 'c2', 'c3', 'a1', 'c4', 'b1'])
})
