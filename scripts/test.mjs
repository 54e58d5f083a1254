// Runs all checks, level by level: types, lint, pure tests, tests with a database, with processes, with a browser. At the end it says what each level and
// the slowest files took; the last line has the totals.
//
//   node scripts/test.mjs [--only types|lint|pure|database|process|browser]

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, toolEnv } from './prepare/run.mjs'
import { describeCosts, readPlaywrightTimes, readVitestTimes, startCost } from './test/cost.mjs'
import { countCheck, countPlaywright, countVitest, total } from './test/count.mjs'
import { describeMissingPrograms } from './test/programs.mjs'

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

/** The time of each test file so far. */
const files = []

const runVitest = async (folder, projects) => {
  const file = join(folder, `${projects[0]}.json`)
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await tool('vitest', args)
  const report = readReport(file)
  files.push(...readVitestTimes(report, root))
  return countVitest(report, code)
}

const timesOf = (folder, extension) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => extname(file) === extension)
    .map((file) => statSync(join(root, folder, file)).mtimeMs)

/** A change of a JSON file has all types checked anew: TypeScript 7.0 checks nothing that imports it (microsoft/TypeScript#64025; 7.1 does). */
const forgetTypesOfOldData = () => {
  if (existsSync(join(root, '.tsc')) && Math.max(...timesOf('src', '.json')) > Math.min(...timesOf('.tsc', '.tsbuildinfo')))
    rmSync(join(root, '.tsc'), { recursive: true })
}

const checkTypes = () => {
  forgetTypesOfOldData()
  // Each checker of a project resolves the types that all share anew: one each takes half the time of the default on two cores.
  return tool('tsc', ['-b', '--checkers', '1', '--builders', '2'])
}

const parts = {
  types: async () => countCheck('The type check', [await checkTypes()]),
  lint: async () => countCheck('The lint', [await tool('biome', ['check', '--error-on-warnings', '.']), await tool('knip', [])]),
  pure: (folder) => runVitest(folder, ['unit', 'web']),
  database: (folder) => runVitest(folder, ['database', 'canary', ...(process.env.TEST_DATABASE_URL ? ['database-on-postgres'] : [])]),
  process: (folder) => runVitest(folder, ['process']),
  browser: async (folder) => {
    const file = join(folder, 'playwright.json')
    const code = await tool('playwright', ['test', '--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
    const report = readReport(file)
    files.push(...readPlaywrightTimes(report))
    return countPlaywright(report, code)
  },
}

const { only, help } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values
if (help) {
  console.log(`Runs all checks, or one level.\n  npm test\n  node scripts/test.mjs --only ${Object.keys(parts).join('|')}`)
  process.exit()
}
if (only !== undefined && !(only in parts)) {
  console.error(`There is no part '${only}'; the parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'billfold-test-'))
const counts = []
const levels = []
for (const [name, part] of Object.entries(parts)) {
  if (only !== undefined && only !== name) continue
  const stopCost = startCost()
  console.log(`\n== ${name}`)
  const count = await part(reports)
  const cost = stopCost()
  counts.push(count)
  levels.push({ name, cost })
  console.log(`== ${name}: ${count.passed} passed, ${count.failed} failed (${Math.round(cost.seconds)} s)`)
}
rmSync(reports, { recursive: true, force: true })

const { passed, failed, notes } = total(counts)
console.log('')
for (const line of describeCosts(levels, files)) console.log(line)
console.log('')
for (const line of describeMissingPrograms(process.env.PATH ?? '')) console.log(line)
for (const note of notes) console.log(note)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
