// Runs all checks in order: types, lint, unit and server tests, browser tests. The last line has the totals.
//
//   node scripts/test.mjs [--only types|lint|unit|browser]

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, toolEnv } from './prepare/run.mjs'
import { countCheck, countPlaywright, countVitest, total } from './test/count.mjs'

let stopped = false
let running
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopped = true
    running?.kill(signal)
  })

/** Node's compile cache: the tests start some hundred servers from the same files. */
const compiled = join(tmpdir(), 'billfold-compiled')

/** Runs one of the project's tools and passes its output through. @returns its exit code */
const tool = (name, args, env = {}) =>
  new Promise((resolve) => {
    if (stopped) return resolve(1)
    running = spawn(name, args, {
      cwd: root,
      env: toolEnv({ NODE_COMPILE_CACHE: compiled, ...env }),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    running.on('error', (error) => {
      console.error(`${name} could not be started: ${error.message}`)
      resolve(1)
    })
    running.on('close', (code) => resolve(code ?? 1))
  })

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

const parts = {
  // Each checker of a project resolves the types that all share anew: one each takes half the time of the default on two cores.
  types: async () => countCheck('The type check', [await tool('tsc', ['-b', '--checkers', '1', '--builders', '2'])]),
  lint: async () => countCheck('The lint', [await tool('biome', ['check', '--error-on-warnings', '.']), await tool('knip', [])]),
  unit: async (folder) => {
    const file = join(folder, 'vitest.json')
    const code = await tool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
    return countVitest(readReport(file), code)
  },
  browser: async (folder) => {
    const file = join(folder, 'playwright.json')
    const code = await tool('playwright', ['test', '--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
    return countPlaywright(readReport(file), code)
  },
}

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
if (only !== undefined && !(only in parts)) {
  console.error(`There is no part '${only}'; the parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'billfold-test-'))
const counts = []
for (const [name, part] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue
  const startedAt = performance.now()
  console.log(`\n== ${name}`)
  const count = await part(reports)
  counts.push(count)
  console.log(`== ${name}: ${count.passed} passed, ${count.failed} failed (${Math.round((performance.now() - startedAt) / 1000)} s)`)
}
rmSync(reports, { recursive: true, force: true })

const { passed, failed, notes } = total(counts)
console.log('')
for (const note of notes) console.log(note)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
