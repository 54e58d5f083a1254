import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasHledger } from '#server/domain/ledger/testing/hledger.ts'

// Each bench, as a whole and at its smallest sizes: it ends well, and its figures come out. How fast it was is not looked at.

const benches = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
const sourceOf = (name: string) => readFileSync(`bench/${name}.ts`, 'utf8')

/** What the output names: rows of its tables, or the beginnings of its lines. A bench that is not here prints a table with at least one row. */
const figures: Record<string, string[]> = {
  backup: ['\nbackup, read back: ', ' rows, ', '\nrestore, compared: '],
  hledger: ['figures compared', 'figures that differ'],
  'first-load': ['landing', 'dashboard', 'invoices', 'create dialog, besides'],
  invoices: [
    'list of 50 of 10,000, 1 at a time',
    'create of 5 lines, 16 at a time',
    'create with Idempotency-Key, 1 at a time',
    'server RSS in MB',
  ],
  lists: ['customers 10 ', 'customers 100 ', 'items 100 ', 'expenses 100 '],
  'pdf-api': ['list of 50, quiet', 'times slower', 'PDFs a second over HTTP', 'preview over HTTP'],
  'pdf-memory': ['after 1 ', 'after 20 '],
  pdf: ['3 lines, ours', '30 lines, times faster', 'preview, classic', 'preview, creative'],
  'http-overhead': ['list of 50 of 10,000, 1 at a time', 'create, 16 at a time'],
  reports: ['100 p50 ms', '500 p50 ms', 'growth from 100'],
  'rolling-restarts': ['quiet', 'rolling', ' 0 missing, 0 there twice'],
  scale: ['One node and two on one database', 'One business of 20 invoices, and 3 of them', 'the dashboard', '2 / 1'],
  search: ['a typo in a name: kowlaski', 'All of them over HTTP', 'importing 1,000 customers'],
  'fault-injection': ['answers lost after the commit', 'mail server in trouble', 'providers that lie and stumble'],
  'trial-limit': [" 0 rounds that didn't end with exactly one invoice", '3 x 201'],
  'admin-users': ['first page', 'search, no hit', 'the audit log'],
  'web-vitals': ['landing', 'pay page, again', 'dashboard: type an amount', 'invoices, 1,000: open a record', 'INP of '],
}
const tableRow = /^(│ (?!\(index\)).*│|\| (?!part ).*\|)$/m

/** Why the bench can't run on this machine, or null. */
const missing = (source: string): string | null => {
  if (process.platform !== 'linux') return 'benches read /proc, which only Linux has'
  if (source.includes('hasHledger') && !hasHledger) return 'hledger is not installed'
  if (!source.includes('chromium.launch')) return null
  if (!existsSync(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium')) return 'there is no Chromium'
  return existsSync('dist/assets') ? null : 'the web app is not built (npm run build)'
}

const patienceMs = 300_000
/** Runs a bench in a process group of its own: nothing of it stays, also when it fails or takes too long. */
const smoke = (name: string) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [`bench/${name}.ts`, '--smoke'], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = '\n'
    const note = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    const endAll = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // All of them have ended, as they should.
      }
    }
    const late = setTimeout(endAll, patienceMs)
    child.once('close', (code) => {
      clearTimeout(late)
      endAll()
      resolve({ code, output })
    })
  })

test('every bench has a smoke run', () => {
  expect(benches.filter((name) => !/smoke/i.test(sourceOf(name)))).toEqual([])
  expect(Object.keys(figures).filter((name) => !benches.includes(name))).toEqual([])
})

test.concurrent.for(benches)(
  '%s runs with --smoke, and prints its figures',
  { timeout: patienceMs + 10_000 },
  async (name, { skip, expect }) => {
    const source = sourceOf(name)
    const why = missing(source)
    if (why !== null) console.warn(`bench/${name}.ts is not tried: ${why}.`)
    skip(why !== null || !/smoke/i.test(source))
    const { code, output } = await smoke(name)
    expect(code, output).toBe(0)
    for (const figure of figures[name] ?? []) expect(output).toContain(figure)
    if (!figures[name]) expect(output).toMatch(tableRow)
    // A figure of no measurement, or something of the run that could not be done.
    expect(output).not.toMatch(/\b(NaN|undefined|Infinity)\b|^not done: /m)
  },
)
