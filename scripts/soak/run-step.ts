import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { run } from '../cli/processes.ts'
import type { Step } from './parts.ts'

export type StepResult = { passed: number; failures: string[] /** Repeats it. */; command: string; output: string }

const unitReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish().default([]) }),
      ),
    }),
  ),
})

const firstLine = (text = '') => text.split('\n', 1)[0]!.slice(0, 300)
const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

/** Counts the tests of a report; a file that can't be loaded counts as one failure. */
const countTests = (text: string) => {
  const files = unitReport
    .parse(JSON.parse(text))
    .testResults.map((file) => ({ ...file, name: file.name.replace(`${process.cwd()}/`, '') }))
  const tests = files.flatMap(({ name, assertionResults }) => assertionResults.map((each) => ({ ...each, name })))
  const failed = tests.filter(({ status }) => status === 'failed')
  const broken = files.filter(({ name, message }) => message && !failed.some((each) => each.name === name))
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...failed.map(({ name, fullName, failureMessages }) => `${name}: ${fullName}: ${firstLine(failureMessages?.[0])}`),
      ...broken.map(({ name, message }) => `${name}: ${firstLine(message)}`),
    ],
    files: [...failed, ...broken].map(({ name }) => name),
  }
}

const runFiles = async (files: readonly string[], seed: number, limitMs: number, folder: string): Promise<StepResult> => {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const soak = { SOAK: '1', SOAK_SEED: String(seed) }
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files]
  const { code, output, isOverTime } = await run(process.execPath, args, { cwd: '.', env: { ...process.env, ...soak }, limitMs })
  const counted = existsSync(report) ? countTests(readFileSync(report, 'utf8')) : { passed: 0, failures: [], files: [] }
  const trouble = isOverTime ? `it did not end within ${limitMs / 60_000} minutes` : `the run failed: ${lastLine(output)}`
  const failures = counted.failures.length > 0 || code === 0 ? counted.failures : [trouble]
  const again = counted.files.length > 0 ? [...new Set(counted.files)] : files
  return { passed: counted.passed, failures, command: `SOAK=1 SOAK_SEED=${seed} npm run unit -- ${again.join(' ')}`, output }
}

const runProgram = async (script: string, args: readonly string[], limitMs: number): Promise<StepResult> => {
  const { code, output, isOverTime } = await run(process.execPath, [script, ...args], { cwd: '.', limitMs })
  // A figure without a measurement, or an action that failed.
  const wrong = output.split('\n').filter((line) => /\b(NaN|undefined|Infinity)\b|^not done: /.test(line))
  const failures = isOverTime
    ? [`it did not end within ${limitMs / 60_000} minutes`]
    : [...(code === 0 ? [] : [`exit code ${code}: ${lastLine(output)}`]), ...wrong]
  return { passed: failures.length === 0 ? 1 : 0, failures, command: ['node', script, ...args].join(' '), output }
}

/** Runs one step with a seed. Of its processes nothing is left afterwards. */
export const runStep = (step: Step, seed: number, folder: string): Promise<StepResult> => {
  const limitMs = step.limitMinutes * 60_000
  if ('files' in step) return runFiles(step.files, seed, limitMs, folder)
  const args = step.args.map((arg) => (arg === '<seed>' ? String(seed) : arg))
  return runProgram(step.script, args, limitMs)
}
