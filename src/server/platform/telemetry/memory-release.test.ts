import { expect, test } from 'vitest'
import { collectGarbage, createMemoryRelease } from './memory-release.ts'

/** Makes a check for each resident memory in MB. @returns the numbers of the checks that collected */
const run = (...resident: (number | [mb: number, utilization: number])[]): number[] => {
  const collected: number[] = []
  let [at, mb, utilization] = [0, 0, 0]
  const check = createMemoryRelease({
    getResidentBytes: () => mb * 1024 * 1024,
    getUtilization: () => utilization,
    collect: () => void collected.push(at),
  })
  for (const [index, each] of resident.entries()) {
    ;[mb, utilization] = typeof each === 'number' ? [each, 0] : each
    at = index + 1
    check()
  }
  return collected
}

test.each<[string, Parameters<typeof run>, number[]]>([
  ['a quiet server', [170, 180, 190, 210], []],
  ['after a burst', [180, [900, 1], 900, 880, 200, 200], [3]],
  [
    'while requests keep it busy',
    [
      [600, 0.9],
      [900, 0.4],
      [900, 0.31],
    ],
    [],
  ],
  ['what stays after a collection is in use', [400, 390, 380, 380, 400, 403], [1]],
  ['it grows again', [400, 390, 300, 310, 323, 330, 700], [1, 6]],
  ['a second burst after memory went back', [900, 300, 200, 180, 320, 180, 180, 219], [1, 5]],
])('%s: collects garbage only when it is worth it', (_when, resident, expected) => {
  expect(run(...resident)).toEqual(expected)
})

test('a collection frees what nothing refers to', () => {
  let garbage: unknown[] | null = Array.from({ length: 300_000 }, (_, i) => ({ i }))
  const before = process.memoryUsage().heapUsed
  expect(garbage.length).toBe(300_000)
  garbage = null
  collectGarbage()
  expect(process.memoryUsage().heapUsed).toBeLessThan(before - 5_000_000)
})
