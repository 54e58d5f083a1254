import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NoResponseError } from '#web/lib/api/client.ts'
import { markReachable, markUnreachable } from '#web/lib/api/connection.ts'
import { AlreadySavedError, createIdempotentSave, type IdempotentRequest } from './idempotent-save.ts'
import { WaitCanceledError } from './retry.ts'

type Kept = { id: number; version: number; text: string }
/** Where the network fails: on the request, on the response, or not at all. */
type Cut = 'there' | 'back' | 'none'

/** A server that creates records like ours, behind a network that fails where the list says. */
const world = (cuts: Cut[]) => {
  const records: Kept[] = []
  const answers = new Map<string, { asked: string; reply: Kept }>()
  const log: string[] = []
  const once = (key: string, asked: string, change: () => Kept): Kept => {
    const first = answers.get(key)
    if (first && first.asked !== asked) throw new ApiError(422, JSON.stringify({ message: 'Used', first: first.reply }))
    if (first) return first.reply
    const reply = { ...change() }
    answers.set(key, { asked, reply })
    return reply
  }
  const through = async (name: string, handle: () => Kept): Promise<Kept> => {
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
    over: (text: string) => (first: Kept, request: IdempotentRequest) =>
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
const keeping = () => {
  const kept: { key?: string | undefined } = {}
  const saves = createIdempotentSave({
    ...quiet,
    onWaiting: (isWaiting) => isWaiting && saves.stop(),
    onKeep: () => (kept.key = saves.openKey()),
  })
  return { kept, saves }
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
const settled = async <T>(work: Promise<T>): Promise<T | Error> => {
  const outcome = work.catch((error: Error) => error)
  await vi.advanceTimersByTimeAsync(600_000)
  return outcome
}

test('one save creates one record, however often and wherever the network fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Cut>('there', 'back', 'none'), { maxLength: 8 }), async (cuts) => {
      const { records, create, over } = world([...cuts])
      const saves = createIdempotentSave(quiet)
      expect(await settled(saves.save('A', create('A'), over('A')))).toMatchObject({ text: 'A' })
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
      const { records, create, over } = world(cuts)
      const saves = createIdempotentSave({
        ...quiet,
        // Stops as soon as this round's attempts are used up.
        onWaiting: (isWaiting) => isWaiting && cuts.length === 0 && saves.stop(),
      })
      for (const { text, cuts: more } of tries) {
        cuts.push(...more)
        const outcome = await settled(saves.save(text, create(text), over(text)))
        // If the request got through before the rejection, the form closes.
        if (!(outcome instanceof Error)) {
          expect(records.map((record) => record.text)).toEqual([text])
          return
        }
        expect(outcome).toBeInstanceOf(WaitCanceledError)
      }
      expect(await settled(saves.save(last, create(last), over(last)))).toMatchObject({ text: last })
      expect(records.map(({ text }) => text)).toEqual([last])
    }),
    { numRuns: 100 },
  )
})

test('a form that was closed while waiting continues with its key', async () => {
  const { records, create, over } = world(['back'])
  const first = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => isWaiting && first.stop() })
  expect(await settled(first.save('A', create('A'), over('A')))).toBeInstanceOf(WaitCanceledError)
  const again = createIdempotentSave(quiet)
  again.restore(first.openKey()!)
  expect(await settled(again.save('B', create('B'), over('B')))).toMatchObject({ id: 1, text: 'B' })
  expect(records).toHaveLength(1)
})

test('without an update call, an earlier save throws AlreadySavedError, and the next save is a new one', async () => {
  const { records, create } = world(['back'])
  const saves = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => isWaiting && saves.stop() })
  expect(await settled(saves.save('A', create('A')))).toBeInstanceOf(WaitCanceledError)
  expect(await settled(saves.save('B', create('B')))).toBeInstanceOf(AlreadySavedError)
  await settled(saves.save('B', create('B')))
  expect(records.map(({ text }) => text)).toEqual(['A', 'B'])
})

test('a double click saves once; a rejection is thrown at once; the draft is stored with its key', async () => {
  const { records, create } = world([])
  const seen: (string | undefined)[] = []
  const saves = createIdempotentSave({ ...quiet, onKeep: () => seen.push(saves.openKey()) })
  await settled(saves.save('A', create('A')))
  await settled(saves.save('A', create('A')))
  expect(records).toHaveLength(1)
  expect(seen[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(saves.openKey()).toBeUndefined()
  const refusal = new ApiError(400, '{"message":"No"}')
  expect(await settled(saves.save('C', () => Promise.reject(refusal)))).toBe(refusal)
})

test('only a save with an unknown outcome may have been saved: not a rejected one, and not the next one', async () => {
  const { records, create } = world(['back'])
  const saves = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => isWaiting && saves.stop() })
  const refusal = new ApiError(400, '{"message":"No"}')
  const refused = saves.save('A', () => Promise.reject(refusal))
  expect(saves.mayBeSaved()).toBe(true)
  expect(await settled(refused)).toBe(refusal)
  expect(saves.mayBeSaved()).toBe(false)
  await settled(saves.save('A', create('A')))
  expect(saves.mayBeSaved()).toBe(true)
  // A 401 says nothing about the attempt before it.
  await settled(saves.save('A', () => Promise.reject(new ApiError(401, '{"message":"Please sign in"}'))))
  expect(saves.mayBeSaved()).toBe(true)
  await settled(saves.save('A', create('A')))
  expect([saves.mayBeSaved(), records.length]).toEqual([false, 1])
  saves.forget()
  await settled(saves.save('A', create('A')))
  expect(records).toHaveLength(2)
})

test("a rejected save's draft is stored without its key", async () => {
  const { kept, saves } = keeping()
  const refused = saves.save('A', () => Promise.reject(trialOver))
  expect(kept.key).toBeDefined()
  expect(await settled(refused)).toBe(trialOver)
  expect([kept.key, saves.mayBeSaved()]).toEqual([undefined, false])
})

test.each([[trialOver], [refusal(409)], [refusal(404)]])(
  'after a try without an answer, %s tells that nothing was saved',
  async (error) => {
    const { kept, saves } = keeping()
    expect(await settled(saves.save('A', world(['there']).create('A')))).toBeInstanceOf(WaitCanceledError)
    expect([kept.key !== undefined, saves.mayBeSaved()]).toEqual([true, true])
    await settled(saves.save('A', () => Promise.reject(error)))
    expect([kept.key, saves.mayBeSaved()]).toEqual([undefined, false])
  },
)

test.each([
  [500, ''],
  [500, '<html>'],
  [500, '{"error":"x"}'],
])('%i %j does not tell: it is sent again with the same key', async (status, text) => {
  const { kept, saves } = keeping()
  const keys: string[] = []
  await settled(
    saves.save('A', ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      return Promise.reject(new ApiError(status, text))
    }),
  )
  expect([kept.key, saves.mayBeSaved()]).toEqual([keys[0], true])
  await settled(saves.save('B', async ({ idempotencyKey }) => void keys.push(idempotencyKey)))
  expect(keys[1]).toBe(keys[0])
})

test('a save canceled in progress may have been saved', async () => {
  const { kept, saves } = keeping()
  const stopped = saves.save(
    'A',
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  saves.stop()
  expect(await settled(stopped)).toBeInstanceOf(WaitCanceledError)
  expect([kept.key !== undefined, saves.mayBeSaved()]).toEqual([true, true])
})

test('a form that restores a draft keeps its key, and can be canceled until it saves', async () => {
  const { kept, saves } = keeping()
  saves.restore('0'.repeat(32))
  expect([saves.openKey(), saves.mayBeSaved()]).toEqual(['0'.repeat(32), false])
  await settled(saves.save('A', () => Promise.reject(refusal(400))))
  expect([kept.key, saves.mayBeSaved()]).toEqual(['0'.repeat(32), false])
  await settled(saves.save('A', () => Promise.reject(trialOver)))
  expect(kept.key).toBeUndefined()
})

test("an update's lost response is merged into the creation's", async () => {
  const saves = createIdempotentSave(quiet)
  const used = (first: object) => Promise.reject(new ApiError(422, JSON.stringify({ message: 'Used', first })))
  const seen: object[] = []
  const over = (first: object) => {
    seen.push(first)
    return seen.length === 1 ? used({ version: 2 }) : Promise.resolve(first)
  }
  await settled(saves.save('A', () => used({ version: 1, emailedTo: null }), over))
  expect(seen).toEqual([
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
  const told: boolean[] = []
  const saves = createIdempotentSave({ ...quiet, onWaiting: (isWaiting) => told.push(isWaiting) })
  const slowly = () => new Promise<string>((resolve) => setTimeout(resolve, 9000, 'saved'))
  const save = saves.save('A', slowly)
  await vi.advanceTimersByTimeAsync(4900)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(told).toEqual([true])
  expect(await settled(save)).toBe('saved')
  expect(told).toEqual([true, false])
})
