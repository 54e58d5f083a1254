import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasHledger, hasLedger } from '#server/domain/ledger/testing/hledger.ts'
import { isSoak } from '#shared/testing/soak.ts'
import { hasPython } from '../bench/totals/oracle.ts'

// Runs benches with --smoke, at their smallest sizes, and checks that they succeed and print their figures. Timings are not checked.

const benches = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
/** Those that compare results with independent ones, and take seconds. The others measure: the types show that they compile, and the soak runs them. */
const oracles = ['books', 'totals', 'trial-limit']
const readSource = (name: string) => readFileSync(`bench/${name}.ts`, 'utf8')

/** Texts that the output must contain: names of table rows, or parts of lines. Any other bench must print a table with at least one row. */
const expectedOutput: Record<string, string[]> = {
  books: ['figures compared', 'figures that differ', 'wrong receivables'],
  backup: ['\nbackup, read back: ', ' rows, ', '\nrestore, compared: '],
  'admin-users': ['first page', 'search, no hit', 'the audit log'],
  'fault-injection': ['responses lost after the commit', 'failing mail server', 'failing and tampered providers'],
  'first-load': ['landing', 'dashboard', 'invoices', 'create dialog'],
  floor: ['create of 5 lines, 1 at a time', 'dashboard of 1,000, 16 at a time', 'creates by 16 users'],
  'http-overhead': ['list of 50 of 10,000, 1 at a time', 'create, 16 at a time'],
  invoices: [
    'list of 50 of 10,000, 1 at a time',
    'create of 5 lines, 16 at a time',
    'create with Idempotency-Key, 1 at a time',
    'server RSS in MB',
  ],
  lists: ['customers 10 ', 'customers 100 ', 'items 100 ', 'expenses 100 '],
  'pdf-api': ['list of 50, idle server', 'times slower', 'PDFs per second over HTTP', 'preview over HTTP'],
  'pdf-memory': ['after 1 ', 'after 20 '],
  pdf: ['3 lines, ours', '30 lines, times faster', 'preview, classic', 'preview, creative'],
  recurring: ['200 schedules', '20 of 20 accounts', '20 of one account', 'invoice email, beside 20 of one account'],
  reports: ['100 p50 ms', '500 p50 ms', 'growth from 100', 'invoice to create'],
  'rolling-restarts': ['quiet', 'rolling', ' 0 missing, 0 duplicated'],
  scale: ['One node and two on one database', 'One business of 20 invoices, and 3 of them', 'the dashboard', '2 / 1'],
  search: ['a typo in a name: kowlaski', 'All searches over HTTP', 'importing 1,000 customers'],
  totals: ['differ', 'violate EN 16931', 'with a rounding', 'documents with compound components', ' 0 differ, 0 violate EN 16931'],
  'trial-limit': [' 0 rounds without exactly one invoice', '3 x 201'],
  vitals: ['landing', 'pay page, again', 'dashboard: type an amount', 'invoices, 1,000: open a record', 'INP of '],
}
const tableRow = /^(│ (?!\(index\)).*│|\| (?!scenario ).*\|)$/m

/** Why the bench cannot run on this machine, or null. */
const findObstacle = (source: string): string | null => {
  if (process.platform !== 'linux') return 'benches read /proc, which only Linux has'
  if (source.includes('hasHledger') && !(hasHledger && hasLedger)) return 'hledger or ledger is not installed'
  if (source.includes('hasPython') && !hasPython) return 'python3 is not installed'
  if (!source.includes('chromium.launch')) return null
  if (!existsSync(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium')) return 'there is no Chromium'
  return existsSync('dist/assets') ? null : 'the web app is not built (npm run build)'
}

const timeoutMs = 600_000
/** Runs a bench in its own process group, which is killed at the end, so that no process is left after a failure or timeout. */
const runSmoke = (name: string) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [`bench/${name}.ts`, '--smoke'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = '\n'
    const append = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    const killGroup = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // All processes have ended already.
      }
    }
    const timeout = setTimeout(killGroup, timeoutMs)
    child.once('close', (code) => {
      clearTimeout(timeout)
      killGroup()
      resolve({ code, output })
    })
  })

test('every bench has a smoke run', () => {
  expect(benches.filter((name) => !/smoke/i.test(readSource(name)))).toEqual([])
  expect(Object.keys(expectedOutput).filter((name) => !benches.includes(name))).toEqual([])
})

test.concurrent.for(isSoak ? benches : oracles)(
  '%s runs with --smoke and prints its figures',
  { timeout: timeoutMs + 10_000 },
  async (name, { skip, expect }) => {
    const source = readSource(name)
    const obstacle = findObstacle(source)
    if (obstacle !== null) console.warn(`bench/${name}.ts was skipped: ${obstacle}.`)
    skip(obstacle !== null || !/smoke/i.test(source))
    const { code, output } = await runSmoke(name)
    expect(code, output).toBe(0)
    for (const text of expectedOutput[name] ?? []) expect(output).toContain(text)
    if (!expectedOutput[name]) expect(output).toMatch(tableRow)
    // A figure without a measurement, or an action that failed.
    expect(output.split('\n').filter((line) => /\b(NaN|undefined|Infinity)\b|^not done: /.test(line))).toEqual([])
  },
)
