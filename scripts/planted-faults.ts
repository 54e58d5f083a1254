import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatSeconds, print, runScript, showHelp } from './cli/cli.ts'
import { endProcesses } from './cli/processes.ts'
import { type Copy, makeCopy } from './planted-faults/copy.ts'
import { type Fault, faultsFolder, readFaults } from './planted-faults/faults.ts'
import { formatReport, formatSummary, type Tried } from './planted-faults/report.ts'
import { type Chosen, runTests } from './planted-faults/run-tests.ts'

const usage = `Shows that the tests see faults: plants each fault of test/planted-faults in a copy of the project, and runs the tests that it names.
  npm run planted-faults                          all of them
  npm run planted-faults -- --only locks,mail     areas, or faults by a part of their name
  npm run planted-faults -- --list                which there are
  npm run planted-faults -- --report faults.md    writes a table as well`
showHelp(usage)

const limitMs = 300_000
/** All named tests together, without a fault. */
const firstLimitMs = 3_600_000

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, report: { type: 'string' } },
})

const choose = (): Fault[] => {
  const wanted = options.only?.split(',')
  const faults = readFaults().filter(({ id, area }) => !wanted || wanted.some((name) => area === name || id.includes(name)))
  if (faults.length === 0) throw new Error(`No fault in ${faultsFolder} is called ${options.only}. --list shows them.`)
  return faults
}

/** @throws Error with the faults that do not apply to the present code */
const checkAll = async (copy: Copy, faults: readonly Fault[]): Promise<void> => {
  const problems: string[] = []
  for (const fault of faults) {
    const problem = await copy.check(fault)
    if (problem) problems.push(`${fault.id} no longer applies: ${problem.replace(/\n/g, ' ')}`)
  }
  if (problems.length > 0) throw new Error([...problems, `${problems.length} faults don't fit the code. Make them anew.`].join('\n'))
}

/** The tests of all faults, in as few runs as their patterns allow. */
const listAllTests = (faults: readonly Fault[]): Chosen[] => {
  const join = (key: 'unitTests' | 'browserTests', some: readonly Fault[]) => [...new Set(some.flatMap((fault) => fault[key]))]
  const [whole, named] = [faults.filter(({ grep }) => !grep), faults.filter(({ grep }) => grep)]
  const collect = (some: readonly Fault[], grep?: string): Chosen => ({
    ...{ unitTests: join('unitTests', some), browserTests: join('browserTests', some), grep },
  })
  return [collect(whole), collect(named, [...new Set(named.map(({ grep }) => `(?:${grep})`))].join('|'))]
}

/** @throws Error when a test fails without any fault: whatever it "caught" would mean nothing */
const checkTests = async (copy: Copy, faults: readonly Fault[]): Promise<void> => {
  print(`Running the tests of ${faults.length} faults without any of them…`)
  const startedAt = performance.now()
  if (faults.some(needsBuild)) await copy.build()
  for (const chosen of listAllTests(faults)) {
    const { failed, trouble } = await runTests(copy, chosen, { limitMs: firstLimitMs, stopsEarly: false })
    if (trouble !== null) throw new Error(`The tests can't be run without a fault: ${trouble}`)
    if (failed.length > 0) throw new Error(`Without a fault these tests fail already:\n${failed.join('\n')}`)
  }
  print(`Without a fault all tests pass (${formatSeconds(startedAt)} s).`)
}

/** Whether a test starts the product as a process of its own, from what was built. */
const startsServer = (file: string) =>
  /server-processes|proxied-nodes|serverCommand/.test(existsSync(file) ? readFileSync(file, 'utf8') : '')
const needsBuild = ({ unitTests, browserTests }: Fault) => browserTests.length > 0 || unitTests.some(startsServer)

const tryFault = async (copy: Copy, fault: Fault): Promise<Tried> => {
  const startedAt = performance.now()
  const end = (outcome: Pick<Tried, 'outcome' | 'detail'>): Tried => ({ fault, ...outcome, seconds: formatSeconds(startedAt) })
  await copy.plant(fault)
  try {
    if (needsBuild(fault)) await copy.build()
    const { failed, trouble } = await runTests(copy, fault, { limitMs, stopsEarly: true })
    if (trouble !== null) return end({ outcome: 'error', detail: trouble })
    return end(failed[0] ? { outcome: 'caught', detail: failed[0] } : { outcome: 'ESCAPED', detail: 'no test failed' })
  } catch (error) {
    return end({ outcome: 'error', detail: (error as Error).message })
  } finally {
    await copy.revert(fault)
  }
}

const tryAll = async (copy: Copy, faults: readonly Fault[]): Promise<void> => {
  await checkAll(copy, faults)
  await checkTests(copy, faults)
  const tried: Tried[] = []
  for (const fault of faults) {
    const result = await tryFault(copy, fault)
    tried.push(result)
    print(`${result.outcome.padEnd(8)}${fault.id}: ${fault.text} [${result.detail}] ${result.seconds} s`)
    if (options.report) writeFileSync(options.report, formatReport(tried))
  }
  print(`\n${formatSummary(tried)}`)
  if (tried.some(({ outcome }) => outcome !== 'caught')) process.exitCode = 1
}

await runScript(usage, async () => {
  const faults = choose()
  if (options.list) {
    for (const { id, text } of faults) print(`${id}: ${text}`)
    return
  }
  const copy = await makeCopy()
  const stop = async (code: number) => {
    await endProcesses()
    await copy.remove()
    process.exit(code)
  }
  process.on('SIGINT', () => void stop(130))
  process.on('SIGTERM', () => void stop(143))
  try {
    await tryAll(copy, faults)
  } finally {
    await endProcesses()
    await copy.remove()
  }
})
