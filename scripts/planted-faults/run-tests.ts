import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Ended, run } from '../cli/processes.ts'
import type { Copy } from './copy.ts'

/** Test files, and a pattern of the names of those that run. */
export type Chosen = { unitTests: readonly string[]; browserTests: readonly string[]; grep: string | undefined }

/** The failed tests by name; or why the run says nothing about the product. */
export type Result = { failed: string[]; trouble: null } | { failed: null; trouble: string }

const unitReport = z.object({
  testResults: z.array(
    z.object({ name: z.string(), message: z.string(), assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) }),
  ),
})

type Spec = { title: string; file: string; tests: { status: string }[] }
type Suite = { file: string; specs?: Spec[] | undefined; suites?: Suite[] | undefined }
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    file: z.string(),
    specs: z.array(z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) })).optional(),
    suites: z.array(suite).optional(),
  }),
)
const browserReport = z.object({ suites: z.array(suite), errors: z.array(z.object({ message: z.string().optional() })) })

type Counted = { failed: string[]; passed: number; broken: string[] }

const countUnit = (report: z.output<typeof unitReport>, folder: string): Counted => {
  const files = report.testResults.map(({ name, ...file }) => ({ ...file, name: name.replace(`${folder}/`, '') }))
  const tests = files.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, name })))
  // A file that can't be loaded has no tests.
  const broken = files.filter(({ assertionResults, message }) => message && !assertionResults.some(({ status }) => status === 'failed'))
  return {
    failed: tests.filter(({ status }) => status === 'failed').map(({ name, fullName }) => `${name}: ${fullName}`),
    passed: tests.filter(({ status }) => status === 'passed').length,
    broken: broken.map(({ name, message }) => `${name}: ${message.split('\n', 1)[0]}`),
  }
}

const listSpecs = (suites: readonly Suite[]): Spec[] =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...listSpecs(inner)])

const countBrowser = ({ suites, errors }: z.output<typeof browserReport>): Counted => {
  const tests = listSpecs(suites).flatMap(({ title, file, tests: runs }) =>
    runs.map(({ status }) => ({ name: `e2e/${file}: ${title}`, status })),
  )
  return {
    failed: tests.filter(({ status }) => status === 'unexpected').map(({ name }) => name),
    passed: tests.filter(({ status }) => status === 'expected').length,
    broken: errors.map(({ message = 'an error outside of the tests' }) => message.split('\n', 1)[0]!),
  }
}

/** What a run says. One that fails without a failed test has crashed, was cut off or found nothing: it has seen no fault. */
const judge = ({ code, output, isOverTime }: Ended, counted: Counted | null, limitMs: number): Result => {
  if (isOverTime) return { failed: null, trouble: `did not end within ${limitMs / 1000} seconds` }
  if (counted && counted.failed.length > 0) return { failed: counted.failed, trouble: null }
  if (counted && counted.broken.length > 0)
    return { failed: null, trouble: `no test failed, but not all could be run: ${counted.broken.join('; ')}` }
  if (counted === null || code !== 0) return { failed: null, trouble: `no test failed, but the run did: ${lastLine(output)}` }
  return counted.passed > 0 ? { failed: [], trouble: null } : { failed: null, trouble: 'no test was found' }
}

const lastLine = (output: string) => output.trim().split('\n').at(-1) ?? ''

/** Node runs the server's files as they are; only the web's need Vite. Without it, a file takes a third of the time. */
const native = ['--experimental.viteModuleRunner=false']
const needsVite = (file: string) => file.startsWith('src/web/')

const readReport = <S extends z.ZodType>(path: string, schema: S): z.output<S> | null => {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  rmSync(path, { force: true })
  return text === '' ? null : schema.parse(JSON.parse(text))
}

type RunOptions = { limitMs: number; stopsEarly: boolean }

const runUnit = async ({ folder, env }: Copy, { unitTests, grep }: Chosen, { limitMs, stopsEarly }: RunOptions): Promise<Result> => {
  const report = join(folder, '.unit-report.json')
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`],
    ...(stopsEarly ? ['--bail=1'] : []),
    ...(grep ? ['--testNamePattern', grep] : []),
    ...(unitTests.some(needsVite) ? [] : native),
    ...unitTests,
  ]
  const ended = await run(process.execPath, args, { cwd: folder, env, limitMs })
  const read = readReport(report, unitReport)
  return judge(ended, read && countUnit(read, folder), limitMs)
}

const runBrowser = async ({ folder, env }: Copy, { browserTests, grep }: Chosen, { limitMs, stopsEarly }: RunOptions): Promise<Result> => {
  const report = join(folder, '.browser-report.json')
  const args = [
    ...['node_modules/@playwright/test/cli.js', 'test', '--reporter=json', '--retries=0'],
    ...(stopsEarly ? ['-x'] : []),
    ...(grep ? ['--grep', grep] : []),
    ...browserTests,
  ]
  const ended = await run(process.execPath, args, { cwd: folder, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, limitMs })
  const read = readReport(report, browserReport)
  return judge(ended, read && countBrowser(read), limitMs)
}

/** Runs the chosen tests, those in a browser last; with `stopsEarly` only up to the first failed one. */
export const runTests = async (copy: Copy, chosen: Chosen, options: RunOptions): Promise<Result> => {
  const results: Result[] = []
  for (const [files, runThem] of [[chosen.unitTests, runUnit] as const, [chosen.browserTests, runBrowser] as const]) {
    if (files.length === 0) continue
    const result = await runThem(copy, chosen, options)
    if (result.trouble !== null) return result
    results.push(result)
    if (options.stopsEarly && result.failed.length > 0) break
  }
  return { failed: results.flatMap(({ failed }) => failed ?? []), trouble: null }
}
