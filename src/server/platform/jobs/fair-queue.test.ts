import { setImmediate as soon } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts'

/** A queue whose tasks end when the test ends them. */
const queueWith = (options: FairQueueOptions) => {
  const queue = createFairQueue(options)
  const started: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  return {
    ...queue,
    started,
    start: (account: string, name: string) =>
      queue.run(account, () => {
        started.push(name)
        return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }))
      }),
    end: async (name: string) => {
      ends.get(name)!.resolve()
      await soon()
    },
    fail: async (name: string) => {
      ends.get(name)!.reject(new Error('broken'))
      await soon()
    },
  }
}

test("an account's second task waits behind the first task of other accounts, also of later ones", async () => {
  const queue = queueWith({ atOnce: 1 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void queue.start('a', name)
  await soon()
  void queue.start('b', 'b1')
  void queue.start('c', 'c1')
  void queue.start('b', 'b2')
  expect(queue.waiting()).toBe(6)
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    expect(queue.started.at(-1)).toBe(name)
    await queue.end(name)
  }
  expect(queue.started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('one account never runs more than `perAccount` tasks, and a failed task releases its slot', async () => {
  const queue = queueWith({ atOnce: 4, perAccount: 2 })
  const all = ['a1', 'a2', 'a3'].map((name) => queue.start('a', name))
  const failed = expect(all[0]).rejects.toThrow('broken')
  void queue.start('b', 'b1')
  await soon()
  expect(queue.started).toEqual(['a1', 'a2', 'b1'])
  await queue.fail('a1')
  await failed
  expect(queue.started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('beyond `maxWaiting` an account is refused with 429, and only that account', async () => {
  const queue = queueWith({ atOnce: 1, maxWaiting: 2 })
  for (const name of ['a1', 'a2', 'a3']) void queue.start('a', name)
  await expect(queue.start('a', 'a4')).rejects.toMatchObject({ status: 429, details: { retryAfter: 2 } })
  void queue.start('b', 'b1')
  await queue.end('a1')
  expect(queue.started).toEqual(['a1', 'b1'])
})

test('after its burst an account continues at its rate, and other accounts are not slowed down', async () => {
  const queue = createFairQueue({ rate: { burst: 3, perSecond: 10 } })
  const started: string[] = []
  const run = (account: string) => queue.run(account, async () => void started.push(account))
  const all = Promise.all(Array.from({ length: 6 }, () => run('a')))
  await soon()
  expect(started).toHaveLength(3)
  await run('b')
  expect(started.at(-1)).toBe('b')
  await all
  expect(started).toHaveLength(7)
})

test('releasing twice releases one slot', async () => {
  const queue = createFairQueue({ atOnce: 1 })
  const release = await queue.acquire('a')
  release()
  release()
  const second = await queue.acquire('a')
  let third = false
  void queue.acquire('b').then(() => {
    third = true
  })
  await soon()
  expect(third).toBe(false)
  second()
  await soon()
  expect(third).toBe(true)
})

test('a task that is given up while it waits never starts, and takes no place in the queue', async () => {
  const queue = createFairQueue({ atOnce: 1, maxWaiting: 2 })
  const release = await queue.acquire('a')
  const [left, gone] = [new AbortController(), AbortSignal.abort(new Error('gone before'))]
  const started: string[] = []
  const givenUp = expect(queue.run('b', async () => void started.push('b1'), left.signal)).rejects.toThrow('left')
  const waiting = queue.run('b', async () => void started.push('b2'))
  left.abort(new Error('left'))
  await givenUp
  await expect(queue.run('c', async () => void started.push('c1'), gone)).rejects.toThrow('gone before')
  expect(queue.waiting()).toBe(1)
  const third = queue.run('b', async () => void started.push('b3'), new AbortController().signal)
  release()
  await Promise.all([waiting, third])
  expect(started).toEqual(['b2', 'b3'])
})

test('random tasks: limits hold, none is lost, and no account is served twice while another one waits', async () => {
  const work = fc.record({
    account: fc.constantFrom('a', 'b', 'c', 'd'),
    ticks: fc.integer({ min: 0, max: 5 }),
    pause: fc.integer({ min: 0, max: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(work, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, atOnce, perAccount) => {
        const queue = createFairQueue({ atOnce, perAccount, maxWaiting: 100 })
        const running: string[] = []
        const waiting: string[] = []
        /** For each waiting account, the accounts that were served since it started to wait. */
        const passedBy = new Map<string, string[]>()
        let done = 0
        const jobs = []
        for (const { account, ticks, pause } of all) {
          if (!waiting.includes(account)) passedBy.set(account, [])
          waiting.push(account)
          const waitingBefore = queue.waiting()
          jobs.push(
            queue.run(account, async () => {
              waiting.splice(waiting.indexOf(account), 1)
              running.push(account)
              expect(running.length).toBeLessThanOrEqual(atOnce)
              expect(running.filter((each) => each === account).length).toBeLessThanOrEqual(perAccount)
              for (const other of new Set(waiting)) {
                if (other === account || running.filter((each) => each === other).length >= perAccount) continue
                const passed = passedBy.get(other)!
                expect(passed.filter((each) => each === account).length).toBeLessThan(2)
                passed.push(account)
              }
              passedBy.set(account, [])
              for (let i = 0; i < ticks; i++) await soon()
              running.splice(running.indexOf(account), 1)
              done++
            }),
          )
          // A task with a slot has to begin before the next one comes: it does not pass by tasks that come later.
          const hasSlot = queue.waiting() === waitingBefore
          for (let i = 0; i < Math.max(pause, hasSlot ? 1 : 0); i++) await soon()
        }
        await Promise.all(jobs)
        expect(done).toBe(all.length)
        expect(queue.waiting()).toBe(0)
      },
    ),
    { numRuns: 200 },
  )
})
