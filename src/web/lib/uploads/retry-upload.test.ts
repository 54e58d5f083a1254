import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { retryUpload, type UploadWait } from './retry-upload.ts'

type Meaning = 'unanswered' | 'passing' | 'final'
/** Work that fails as listed and then succeeds. */
const failing = (...meanings: Meaning[]) => {
  const waits: (UploadWait | undefined)[] = []
  let tries = 0
  const run = (signal?: AbortSignal) =>
    retryUpload(
      async () => {
        const meaning = meanings[tries++]
        if (meaning) throw new Error(meaning)
        return 'done'
      },
      { meaningOf: (error) => (error as Error).message as Meaning, onWaiting: (why) => waits.push(why), signal },
    )
  return { run, waits, tries: () => tries }
}

describe('retryUpload', () => {
  const browser = { onLine: true }
  const events = new EventTarget()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', browser)
    vi.stubGlobal('window', events)
    browser.onLine = true
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('fails after five attempts', async () => {
    const { run, waits, tries } = failing(...Array<Meaning>(9).fill('passing'))
    const given = expect(run()).rejects.toThrow('passing')
    await vi.advanceTimersByTimeAsync(8999)
    expect(tries()).toBe(4)
    await vi.advanceTimersByTimeAsync(1)
    await given
    expect(tries()).toBe(5)
    expect(waits).toEqual(Array(4).fill(['retry', undefined]).flat())
  })

  test('is not retried after a final error', async () => {
    const { run, tries } = failing('final')
    await expect(run()).rejects.toThrow('final')
    expect(tries()).toBe(1)
  })

  test('waits while the browser is offline, without using up attempts', async () => {
    browser.onLine = false
    const { run, waits, tries } = failing(...Array<Meaning>(8).fill('unanswered'))
    const done = run()
    for (let i = 0; i < 8; i++) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(waits.at(-1)).toBe('offline')
      events.dispatchEvent(new Event('online'))
    }
    await expect(done).resolves.toBe('done')
    expect(tries()).toBe(9)
    expect(waits.at(-1)).toBeUndefined()
  })

  test('treats a response as one even when the browser reports offline', async () => {
    browser.onLine = false
    const { run, waits } = failing('passing')
    const done = run()
    await vi.advanceTimersByTimeAsync(0)
    await expect(done).resolves.toBe('done')
    expect(waits).toEqual(['retry', undefined])
  })

  test.each([true, false])('stops at once when canceled (online: %s)', async (onLine) => {
    browser.onLine = onLine
    const { run, tries } = failing('unanswered', 'unanswered', 'unanswered')
    const controller = new AbortController()
    const done = expect(run(controller.signal)).rejects.toThrow('unanswered')
    await vi.advanceTimersByTimeAsync(0)
    const before = tries()
    controller.abort()
    await done
    expect(tries()).toBe(before)
  })
})
