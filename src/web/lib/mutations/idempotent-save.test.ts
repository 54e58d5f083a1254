import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NoResponseError } from '#web/lib/api/client.ts'
import { markReachable, markUnreachable } from '#web/lib/api/connection.ts'
import { AlreadySavedError, createIdempotentSave, type IdempotentRequest } from './idempotent-save.ts'
import { WaitCanceledError } from './retry.ts'

type StoredRecord = { id: number; version: number; text: string }
/** Where the network fails: on the request, on the response, or not at all. */
type Cut = 'there' | 'back' | 'none'

/** A server that creates records like ours, behind a network that fails where the list says. */
const createServer = (cuts: Cut[]) => {
  const records: StoredRecord[] = []
  const answers = new Map<string, { request: string; reply: StoredRecord }>()
  const log: string[] = []
  const once = (key: string, request: string, change: () => StoredRecord): StoredRecord => {
    const first = answers.get(key)
    if (first && first.request !== request) throw new ApiError(422, JSON.stringify({ message: 'Used', first: first.reply }))
    if (first) return first.reply
    const reply = { ...change() }
    answers.set(key, { request, reply })
    return reply
  }
  const through = async (name: string, handle: () => StoredRecord): Promise<StoredRecord> => {
    const cut = cuts.shift() ?? 'none'
    log.push(`${name} ${cut}`)
    const lose = () => {
      markUnreachable()
      setTimeout(markReachable, 10)
      throw new NoResponseError('cut')
    }
    if (cut === 'there') lose()
    try {
      return handle()
    } finally {
      if (cut === 'back') lose()
    }
  }
  return {
    records,
    log,
    create: (text: string) => (request: IdempotentRequest) =>
      through('create', () =>
        once(request.idempotencyKey, `create ${text}`, () => {
          records.push({ id: records.length + 1, version: 1, text })
          return records.at(-1)!
        }),
      ),
    over: (text: string) => (first: StoredRecord, request: IdempotentRequest) =>
      through('over', () =>
        once(request.idempotencyKey, `update ${first.id} ${first.version} ${text}`, () => {
          const record = records.find(({ id }) => id === first.id)!
          if (record.version !== first.version) throw new ApiError(409, JSON.stringify({ message: 'Stale' }))
          return Object.assign(record, { text, version: record.version + 1 })
        }),
      ),
  }
}

const quiet = { onWaiting: () => {}, onKeep: () => {} }
const refusal = (status: number, more: object = {}) => new ApiError(status, JSON.stringify({ message: 'No', ...more }))
const trialOver = refusal(403, { requiresSubscription: true })
/** Stores the key that a draft on the device would carry, as forms do. */
const createWithDraft = () => {
  const stored: { key?: string | undefined } = {}
  const saves = createIdempotentSave({
    ...quiet,
    onWaiting: (isWaiting) => isWaiting && saves.stop(),
    onKeep: () => (stored.key = saves.openKey()),
  })
  return { stored, saves }
}
beforeEach(() => {
  vi.useFakeTimers()
  markReachable()
  return () => {
    // Test files in one worker share the connection's state.
    markReachable()
    vi.useRealTimers()
  }
})

/** Advances time until the work is done. */
const resultOf = async <T>(work: Promise<T>): Promise<T | Error> => {
  const outcome = work.catch((error: Error) => error)
  await vi.advanceTimersByTimeAsync(600_000)
  return outcome
}

test('one save creates one record, however often and wherever the network fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Cut>('there', 'back', 'none'), { maxLength: 8 }), async (cuts) => {
      const { records, create, over } = createServer([...cuts])
      const saves = createIdempotentSave(quiet)
      expect(await resultOf(saves.save('A', create('A'), over('A')))).toMatchObject({ text: 'A' })
      expect(records.map(({ text }) => text)).toEqual(['A'])
    }),
    { numRuns: 60 },
  )
})

test('canceling, changing the form and saving again leaves one record with the last input', async () => {
  const tries = fc.array(
    fc.record({
      text: fc.constantFrom('A', 'B', 'C'),
      cuts: fc.array(fc.constantFrom<Cut>('there', 'back'), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 5 },
  )
  await fc.assert(
    fc.asyncProperty(tries, fc.constantFrom('A', 'B', 'C'), async (tries, last) => {
      const cuts: Cut[] = []
      const { records, create, over } = createServer(cuts)
      const saves = createIdempotentSave({
        ...quiet,
        // Stops as soon as this round's attempts are used up.
        onWaiting: (isWaiting) => isWaiting && cuts.length === 0 && saves.stop(),
      })
      for (const { text, cuts: more } of tries) {
        cuts.push(...more)
        const outcome = await resultOf(saves.save(text, create(text), over(text)))
        // If the request got through before the rejection, the form closes.
        if (!(outcome instanceof Error)) {
          expect(records.map((record) => record.text)).toEqual([text])
          return
        }
        expect(outcome).toBeInstanceOf(WaitCanceledError)
      }
      expect(await resultOf(saves.save(last, create(last), over(last)))).toMatchObject({ text: last })
      expect(records.map(({ text }) => text)).toEqual([last])
    }),
    { numRuns: 100 },
  )
})

test('a form that was closed while waiting continues with its key', async () => {
  const { records, create, over } = createServer(['back'])
  const first = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => isWaiting && first.stop() })
  expect(await resultOf(first.save('A', create('A'), over('A')))).toBeInstanceOf(WaitCanceledError)
  const again = createIdempotentSave(quiet)
  again.restore(first.openKey()!)
  expect(await resultOf(again.save('B', create('B'), over('B')))).toMatchObject({ id: 1, text: 'B' })
  expect(records).toHaveLength(1)
})

test('without an update call, an earlier save throws AlreadySavedError, and the next save is a new one', async () => {
  const { records, create } = createServer(['back'])
  const saves = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => isWaiting && saves.stop() })
  expect(await resultOf(saves.save('A', create('A')))).toBeInstanceOf(WaitCanceledError)
  expect(await resultOf(saves.save('B', create('B')))).toBeInstanceOf(AlreadySavedError)
  await resultOf(saves.save('B', create('B')))
  expect(records.map(({ text }) => text)).toEqual(['A', 'B'])
})

test('a double click saves once; a rejection is thrown at once; the draft is stored with its key', async () => {
  const { records, create } = createServer([])
  const received: (string | undefined)[] = []
  const saves = createIdempotentSave({ ...quiet, onKeep: () => received.push(saves.openKey()) })
  await resultOf(saves.save('A', create('A')))
  await resultOf(saves.save('A', create('A')))
  expect(records).toHaveLength(1)
  expect(received[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(saves.openKey()).toBeUndefined()
  const refusal = new ApiError(400, '{"message":"No"}')
  expect(await resultOf(saves.save('C', () => Promise.reject(refusal)))).toBe(refusal)
})

test('only a save with an unknown outcome may have been saved: not a rejected one, and not the next one', async () => {
  const { records, create } = createServer(['back'])
  const saves = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => isWaiting && saves.stop() })
  const refusal = new ApiError(400, '{"message":"No"}')
  const refused = saves.save('A', () => Promise.reject(refusal))
  expect(saves.mayBeSaved()).toBe(true)
  expect(await resultOf(refused)).toBe(refusal)
  expect(saves.mayBeSaved()).toBe(false)
  await resultOf(saves.save('A', create('A')))
  expect(saves.mayBeSaved()).toBe(true)
  // A 401 says nothing about the attempt before it.
  await resultOf(saves.save('A', () => Promise.reject(new ApiError(401, '{"message":"Please sign in"}'))))
  expect(saves.mayBeSaved()).toBe(true)
  await resultOf(saves.save('A', create('A')))
  expect([saves.mayBeSaved(), records.length]).toEqual([false, 1])
  saves.forget()
  await resultOf(saves.save('A', create('A')))
  expect(records).toHaveLength(2)
})

test("a rejected save's draft is stored without its key", async () => {
  const { stored, saves } = createWithDraft()
  const refused = saves.save('A', () => Promise.reject(trialOver))
  expect(stored.key).toBeDefined()
  expect(await resultOf(refused)).toBe(trialOver)
  expect([stored.key, saves.mayBeSaved()]).toEqual([undefined, false])
})

test("a proxy's rejection is one, too, but says nothing about an attempt before it", async () => {
  const { stored, saves } = createWithDraft()
  for (const status of [403, 404, 409, 413, 429]) await resultOf(saves.save('A', () => Promise.reject(new ApiError(status, '<html>'))))
  expect([stored.key, saves.mayBeSaved()]).toEqual([undefined, false])
  await resultOf(saves.save('A', createServer(['there']).create('A')))
  for (const status of [403, 404, 409, 413, 429]) await resultOf(saves.save('A', () => Promise.reject(new ApiError(status, '<html>'))))
  expect([stored.key !== undefined, saves.mayBeSaved()]).toEqual([true, true])
})

test.each([[trialOver], [refusal(409)], [refusal(404)]])(
  'after a try without an answer, %s tells that nothing was saved',
  async (error) => {
    const { stored, saves } = createWithDraft()
    expect(await resultOf(saves.save('A', createServer(['there']).create('A')))).toBeInstanceOf(WaitCanceledError)
    expect([stored.key !== undefined, saves.mayBeSaved()]).toEqual([true, true])
    await resultOf(saves.save('A', () => Promise.reject(error)))
    expect([stored.key, saves.mayBeSaved()]).toEqual([undefined, false])
  },
)

test.each([
  [500, ''],
  [500, '<html>'],
  [500, '{"error":"x"}'],
])('%i %j leaves the outcome unknown: the retry uses the same key', async (status, text) => {
  const { stored, saves } = createWithDraft()
  const keys: string[] = []
  await resultOf(
    saves.save('A', ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      return Promise.reject(new ApiError(status, text))
    }),
  )
  expect([stored.key, saves.mayBeSaved()]).toEqual([keys[0], true])
  await resultOf(saves.save('B', async ({ idempotencyKey }) => void keys.push(idempotencyKey)))
  expect(keys[1]).toBe(keys[0])
})

test('a save canceled in progress may have been saved', async () => {
  const { stored, saves } = createWithDraft()
  const stopped = saves.save(
    'A',
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  saves.stop()
  expect(await resultOf(stopped)).toBeInstanceOf(WaitCanceledError)
  expect([stored.key !== undefined, saves.mayBeSaved()]).toEqual([true, true])
})

test('a form that restores a draft keeps its key, and can be canceled until it saves', async () => {
  const { stored, saves } = createWithDraft()
  saves.restore('0'.repeat(32))
  expect([saves.openKey(), saves.mayBeSaved()]).toEqual(['0'.repeat(32), false])
  await resultOf(saves.save('A', () => Promise.reject(refusal(400))))
  expect([stored.key, saves.mayBeSaved()]).toEqual(['0'.repeat(32), false])
  await resultOf(saves.save('A', () => Promise.reject(trialOver)))
  expect(stored.key).toBeUndefined()
})

test("an update's lost response is merged into the creation's", async () => {
  const saves = createIdempotentSave(quiet)
  const used = (first: object) => Promise.reject(new ApiError(422, JSON.stringify({ message: 'Used', first })))
  const received: object[] = []
  const over = (first: object) => {
    received.push(first)
    return received.length === 1 ? used({ version: 2 }) : Promise.resolve(first)
  }
  await resultOf(saves.save('A', () => used({ version: 1, emailedTo: null }), over))
  expect(received).toEqual([
    { version: 1, emailedTo: null },
    { version: 2, emailedTo: null },
  ])
})

test('a call that fails alone is retried with pauses', async () => {
  let tries = 0
  const saves = createIdempotentSave(quiet)
  void saves
    .save('A', () => {
      tries++
      return Promise.reject(new NoResponseError('cut'))
    })
    .catch(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toBeGreaterThan(5)
  expect(tries).toBeLessThan(15)
  saves.stop()
})

test('a slow response is announced after five seconds and used when it arrives', async () => {
  const notifications: boolean[] = []
  const saves = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => notifications.push(isWaiting) })
  const slowly = () => new Promise<string>((resolve) => setTimeout(resolve, 9000, 'saved'))
  const save = saves.save('A', slowly)
  await vi.advanceTimersByTimeAsync(4900)
  expect(notifications).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(notifications).toEqual([true])
  expect(await resultOf(save)).toBe('saved')
  expect(notifications).toEqual([true, false])
})
