import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

type Count = { passed: number; failed: number; notes: string[] }
type Counter = (report: unknown, exitCode: number) => Count
const { countCheck, countVitest, countPlaywright, total } = (await import(pathToFileURL(resolve('scripts/test/count.mjs')).href)) as {
  countCheck: (name: string, exitCodes: number[]) => Count
  countVitest: Counter
  countPlaywright: Counter
  total: (counts: Count[]) => Count
}

const file = (status: string, ...tests: string[]) => ({
  name: 'edge.test.ts',
  status,
  message: status === 'failed' && !tests.includes('failed') ? 'It broke.\n  at line 1' : '',
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: 'group holds',
    failureMessages: test === 'failed' ? ['Error: 1 is not 2\n  at line 1'] : [],
  })),
})
const vitest = (...testResults: unknown[]) => ({ testResults })
const playwright = (stats: Record<string, number>, errors: unknown[] = [], suites: unknown[] = []) => ({ stats, errors, suites })
/** Suites as Playwright nests them: a file, and a group in it. */
const suites = [
  {
    specs: [{ file: 'edge.spec.ts', title: 'stands', tests: [{ projectName: 'phone', status: 'expected' }] }],
    suites: [
      {
        specs: [
          {
            file: 'edge.spec.ts',
            title: 'holds',
            tests: [
              { projectName: 'desktop', status: 'expected' },
              { projectName: 'phone', status: 'flaky' },
              { projectName: 'window', status: 'unexpected' },
            ],
          },
        ],
      },
    ],
  },
]

const skippedSpec = {
  file: 'edge.spec.ts',
  title: 'is left out',
  tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'No Firefox' }] }],
}

test('a check counts as one test, whatever it consists of', () => {
  expect(countCheck('The lint', [0, 0])).toMatchObject({ passed: 1, failed: 0 })
  expect(countCheck('The lint', [0, 1])).toMatchObject({ passed: 0, failed: 1 })
})

test.each<[string, Count | object, unknown, number]>([
  ['passed', { passed: 2, failed: 0, notes: [] }, vitest(file('passed', 'passed', 'passed')), 0],
  [
    'failed',
    { passed: 1, failed: 1, notes: ['vitest: failed: edge.test.ts: group holds: Error: 1 is not 2'] },
    vitest(file('failed', 'passed', 'failed')),
    1,
  ],
  [
    'a file that did not load',
    { passed: 1, failed: 1, notes: ['vitest: failed: edge.test.ts: It broke.'] },
    vitest(file('passed', 'passed'), file('failed')),
    1,
  ],
  ['a file whose clean-up failed', { passed: 1, failed: 1 }, vitest(file('failed', 'passed')), 1],
  ['skipped', { passed: 1, failed: 0, notes: ['vitest: 1 skipped.'] }, vitest(file('passed', 'passed', 'pending')), 0],
  ['an error outside of all tests', { passed: 1, failed: 1 }, vitest(file('passed', 'passed')), 1],
  ['a crash without a report', { passed: 0, failed: 1 }, null, 139],
  ['nothing to run', { passed: 0, failed: 1, notes: ['vitest found no test to run.'] }, vitest(), 0],
])('vitest: %s', (_case, expected, report, exitCode) => {
  expect(countVitest(report, exitCode)).toMatchObject(expected)
})

test.each<[string, object, unknown, number]>([
  ['passed', { passed: 3, failed: 0, notes: [] }, playwright({ expected: 3, unexpected: 0, flaky: 0, skipped: 0 }), 0],
  [
    'failed, and passed on the second try',
    {
      passed: 4,
      failed: 1,
      notes: [
        'playwright: passed only at the second attempt: [phone] edge.spec.ts: holds',
        'playwright: failed: [window] edge.spec.ts: holds',
      ],
    },
    playwright({ expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, [], suites),
    1,
  ],
  ['skipped', { passed: 3, failed: 0, notes: ['playwright: 2 skipped.'] }, playwright({ expected: 3, skipped: 2 }), 0],
  [
    'skipped for a reason that two tests share',
    { passed: 3, failed: 0, notes: ['playwright: 2 skipped.', 'playwright: skipped: No Firefox'] },
    playwright({ expected: 3, skipped: 2 }, [], [{ specs: [skippedSpec, skippedSpec] }]),
    0,
  ],
  ['a file that did not load', { passed: 0, failed: 1 }, playwright({ expected: 0 }, [{ message: 'x' }]), 1],
  ['a crash without a report', { passed: 0, failed: 1 }, null, 1],
  ['nothing to run', { passed: 0, failed: 1 }, playwright({ expected: 0 }), 0],
])('playwright: %s', (_case, expected, report, exitCode) => {
  expect(countPlaywright(report, exitCode)).toMatchObject(expected)
})

test('the last line sums up all parts', () => {
  const parts = [countCheck('The type check', [0]), countVitest(vitest(file('failed', 'passed', 'failed')), 1), countPlaywright(null, 1)]
  expect(total(parts)).toMatchObject({ passed: 2, failed: 2 })
})

const { describeCosts, readPlaywrightTimes, readVitestTimes } = (await import(pathToFileURL(resolve('scripts/test/cost.mjs')).href)) as {
  describeCosts: (levels: unknown[], files: unknown[]) => string[]
  readPlaywrightTimes: (report: unknown) => unknown[]
  readVitestTimes: (report: unknown, root: string) => unknown[]
}
const { describeMissingPrograms } = (await import(pathToFileURL(resolve('scripts/test/programs.mjs')).href)) as {
  describeMissingPrograms: (path: string) => string[]
}

test('the cost of each level is added up, and the slowest twenty files are named, the slowest first', () => {
  const levels = [
    { name: 'pure', cost: { seconds: 41.2, cpuSeconds: 38 } },
    { name: 'browser', cost: { seconds: 300, cpuSeconds: 560.4 } },
  ]
  const files = Array.from({ length: 25 }, (_, n) => ({ file: `${n}.test.ts`, seconds: n }))
  const lines = describeCosts(levels, files)
  expect(lines).toContain('all             341     598')
  expect(lines.filter((line) => line.endsWith('.test.ts'))).toHaveLength(20)
  expect(lines.find((line) => line.endsWith('.test.ts'))).toBe('   24.0  24.test.ts')
  // Without /proc there is no processor time.
  expect(describeCosts([{ name: 'pure', cost: { seconds: 1, cpuSeconds: null } }], [])).toContain('all               1       -')
})

test('times of files are read from the reports of both runners', () => {
  expect(readVitestTimes({ testResults: [{ name: '/here/src/a.test.ts', startTime: 1000, endTime: 2500 }] }, '/here/')).toEqual([
    { file: 'src/a.test.ts', seconds: 1.5 },
  ])
  const spec = (duration: number) => ({ tests: [{ results: [{ duration }, { duration: 500 }] }] })
  const report = { suites: [{ file: 'a.spec.ts', specs: [spec(1000)], suites: [{ specs: [spec(2000)] }] }] }
  expect(readPlaywrightTimes(report)).toEqual([{ file: 'e2e/a.spec.ts', seconds: 4 }])
  expect([readVitestTimes(null, '/'), readPlaywrightTimes(null)]).toEqual([[], []])
})

test('a missing program is named, with what goes without it and how to install it', () => {
  const lines = describeMissingPrograms('/nowhere')
  expect(lines).toContain('hledger is not installed: the books were not compared with those of hledger. On Debian: apt-get install hledger')
  expect(lines).toHaveLength(5)
})
