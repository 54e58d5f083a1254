import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatCount, formatSeconds, print, runScript } from './cli/cli.ts'
import { endProcesses } from './cli/processes.ts'
import { type PartName, partNames, parts, type Step } from './soak/parts.ts'
import { runStep } from './soak/run-step.ts'

const usage = `The long search for faults: the drivers of which npm test runs a few rounds, round after round, each round with the next seed.
  npm run soak                                every part for 10 minutes
  npm run soak -- --only lives,kills          some parts: ${partNames.join(', ')}
  npm run soak -- --minutes 60 --seed 400     longer, from another seed
A part always completes a round. The exit code is 1 if anything failed; each failure is printed with the command that repeats it.`

const readOptions = () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } } })
  const readNumber = (name: 'minutes' | 'seed', otherwise: number) => {
    const text = values[name]
    if (text !== undefined && !/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--${name} must be a whole number from 1.`)
    return Number(text ?? otherwise)
  }
  const only = values.only?.split(',') ?? partNames
  const unknown = only.find((name) => !(partNames as readonly string[]).includes(name))
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}'; the parts are ${partNames.join(', ')}.`)
  // The first seed differs from that of `npm test`.
  return { only: partNames.filter((name) => only.includes(name)), minutes: readNumber('minutes', 10), firstSeed: readNumber('seed', 2) }
}

type Total = { passed: number; failed: number; commands: string[] }

const isDue = (step: Step, round: number) => round === 1 || !('once' in step && step.once)

/** Runs the rounds of a part until its time is over. */
const runPart = async (name: PartName, minutes: number, firstSeed: number, folder: string): Promise<Total> => {
  print(`\n== ${name}, from seed ${firstSeed}`)
  const startedAt = performance.now()
  const total: Total = { passed: 0, failed: 0, commands: [] }
  let round = 0
  do {
    round++
    const seed = firstSeed + round - 1
    for (const step of parts[name].filter((each) => isDue(each, round))) {
      const stepStartedAt = performance.now()
      const { passed, failures, command, output } = await runStep(step, seed, folder)
      total.passed += passed
      total.failed += failures.length
      print(`seed ${seed}, ${step.name}: ${passed} passed, ${failures.length} failed (${formatSeconds(stepStartedAt)} s)`)
      if (failures.length === 0) continue
      const log = join(tmpdir(), `billfold-soak-${name}-${seed}-${total.commands.length + 1}.log`)
      writeFileSync(log, output)
      for (const failure of failures) print(`  FAILED ${failure}`)
      print(`  repeat it: ${command}\n  its output: ${log}`)
      total.commands.push(command)
    }
  } while (performance.now() - startedAt < minutes * 60_000 && parts[name].some((step) => isDue(step, round + 1)))
  const seeds = round === 1 ? `seed ${firstSeed}` : `seeds ${firstSeed} to ${firstSeed + round - 1}`
  const counts = `${total.passed} passed, ${total.failed} failed`
  print(`== ${name}: ${formatCount(round, 'round')} (${seeds}), ${counts} (${formatSeconds(startedAt)} s)`)
  return total
}

await runScript(usage, async () => {
  const { only, minutes, firstSeed } = readOptions()
  const folder = mkdtempSync(join(tmpdir(), 'billfold-soak-'))
  const stop = async (code: number) => {
    await endProcesses()
    rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  }
  process.on('SIGINT', () => void stop(130))
  process.on('SIGTERM', () => void stop(143))
  const totals: Total[] = []
  for (const name of only) totals.push(await runPart(name, minutes, firstSeed, folder))
  rmSync(folder, { recursive: true, force: true })
  const commands = totals.flatMap((total) => total.commands)
  print('')
  for (const command of commands) print(`repeat: ${command}`)
  const sum = (key: 'passed' | 'failed') => totals.reduce((all, total) => all + total[key], 0)
  print(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
})
