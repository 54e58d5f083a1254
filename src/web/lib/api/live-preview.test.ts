import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLivePreview } from './live-preview.ts'

/** The statuses that the server answers with, one after another. */
let answers: number[] = []
let requested: unknown[] = []

beforeEach(() => {
  vi.useFakeTimers()
  answers = []
  requested = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      decode = async () => undefined
    },
  )
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    requested.push(JSON.parse(body))
    const status = answers.shift() ?? 200
    return new Response(status === 200 ? '<svg/>' : JSON.stringify({ message: 'No.' }), { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => createLivePreview<{ text: string }>({ method: 'POST', path: '/api/document-preview' })

test('a superseded preview has not failed: it is asked for again, with what was typed meanwhile', async () => {
  const preview = open()
  const failures: boolean[] = []
  preview.subscribe(() => failures.push(preview.state().failed))
  answers = [409, 409]
  preview.update({ text: 'a' })
  await vi.advanceTimersByTimeAsync(100)
  expect([requested, preview.state()]).toEqual([[{ text: 'a' }], { image: undefined, failed: false }])
  await vi.advanceTimersByTimeAsync(500)
  expect(requested).toEqual([{ text: 'a' }, { text: 'a' }])
  preview.update({ text: 'ab' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(requested.slice(2)).toEqual([{ text: 'ab' }])
  expect([preview.state().image?.body, failures]).toEqual([{ text: 'ab' }, [false]])
})

test.each([429, 503, 422])('a preview that was refused with %d has failed, and waits for the next input', async (status) => {
  const preview = open()
  answers = [status]
  preview.update({ text: 'a' })
  await vi.advanceTimersByTimeAsync(5000)
  expect([requested.length, preview.state().failed]).toEqual([1, true])
  preview.retry()
  await vi.advanceTimersByTimeAsync(100)
  expect([requested.length, preview.state().failed, preview.state().image?.body]).toEqual([2, false, { text: 'a' }])
})
