import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsFolder, parseFault, readFaults } from '../scripts/planted-faults/faults.ts'

// `npm run planted-faults` plants them; here, only that each could be planted.

const faults = readFaults()

test('there are faults of every area', () => {
  expect(faults.length).toBeGreaterThanOrEqual(60)
  expect([...new Set(faults.map(({ area }) => area))]).toEqual(
    expect.arrayContaining([
      ...['auth', 'content-policy', 'dates', 'drafts', 'exports', 'focus', 'forms', 'idempotency', 'imports', 'jobs', 'keyboard', 'labels'],
      ...[
        'late-fees',
        'locks',
        'mail',
        'money',
        'motion',
        'offline',
        'payments',
        'pdfs',
        'posting',
        'print',
        'public-pages',
        'rate-limits',
      ],
      ...['recurring', 'reminders', 'scopes', 'sessions', 'statuses', 'taxes', 'tenancy', 'webhooks'],
    ]),
  )
})

test.each(faults)('$id names tests that exist, and changes a few lines of the product that stand in it', (fault) => {
  const tests = [...fault.unitTests, ...fault.browserTests]
  expect(tests.filter((file) => !/^(src|test|simulators)\/.+\.test\.ts$|^e2e\/[\w-]+\.spec\.ts$/.test(file) || !existsSync(file))).toEqual(
    [],
  )
  expect(() => new RegExp(fault.grep ?? '')).not.toThrow()
  expect(fault.changedFiles.length).toBeGreaterThan(0)
  expect(
    fault.changedFiles.filter(
      (file) => !/^src\/(app|features|server|shared|web|model|kit|modules)\//.test(file) || /\.test\.|\/testing\//.test(file),
    ),
  ).toEqual([])
  expect(fault.patch.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line)).length).toBeLessThanOrEqual(8)
  expect(spawnSync('git', ['apply', '--check', `${faultsFolder}/${fault.id}.patch`], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  })
})

test('a file without its header lines is refused by name', () => {
  const patch = 'diff --git a/src/shared/money.ts b/src/shared/money.ts\n'
  expect(() => parseFault('money/nameless', `Tests: src/shared/money.test.ts\n\n${patch}`)).toThrow('money/nameless')
  expect(
    parseFault('money/named', `Fault: One cent too much.\nTests: src/shared/money.test.ts e2e/currency.spec.ts\n\n${patch}`),
  ).toMatchObject({
    ...{ area: 'money', text: 'One cent too much.', unitTests: ['src/shared/money.test.ts'], browserTests: ['e2e/currency.spec.ts'] },
    ...{ grep: undefined, changedFiles: ['src/shared/money.ts'] },
  })
})
