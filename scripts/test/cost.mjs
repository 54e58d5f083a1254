import { readFileSync } from 'node:fs'

/** Clock ticks of Linux, in which /proc counts processor time. */
const ticksPerSecond = 100

/**
 * The processor time of this process's children that have ended, and of theirs, in seconds.
 * @returns null on systems without /proc
 */
const childrenCpuSeconds = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1')
    // The fields follow the name, which may contain parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  } catch {
    return null
  }
}

/** @typedef {{ seconds: number, cpuSeconds: number | null }} Cost */

/** Measures what a part takes. @returns {() => Cost} */
export const startCost = () => {
  const [at, cpu] = [performance.now(), childrenCpuSeconds()]
  return () => {
    const now = childrenCpuSeconds()
    return { seconds: (performance.now() - at) / 1000, cpuSeconds: now === null || cpu === null ? null : now - cpu }
  }
}

/** @typedef {{ file: string, seconds: number }} FileTime */

/** @returns {FileTime[]} The time of each file, from Vitest's JSON report. */
export const readVitestTimes = (report, root) =>
  (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: name.startsWith(root) ? name.slice(root.length) : name,
    seconds: (endTime - startTime) / 1000,
  }))

/** @returns {FileTime[]} The time of each file, from Playwright's JSON report: the sum of its tests. */
export const readPlaywrightTimes = (report) =>
  (report?.suites ?? []).map((suite) => ({ file: `e2e/${suite.file}`, seconds: sumDurations(suite) / 1000 }))

const sumDurations = ({ specs = [], suites = [] }) =>
  specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)).reduce((sum, { duration }) => sum + duration, 0) +
  suites.reduce((sum, suite) => sum + sumDurations(suite), 0)

const pad = (value) => (value === null ? '-' : String(Math.round(value))).padStart(7)

/**
 * @param {{ name: string, cost: Cost }[]} levels
 * @param {FileTime[]} files
 * @returns {string[]} The lines of two tables: what each level took, and the twenty slowest files
 */
export const describeCosts = (levels, files) => {
  const all = {
    seconds: levels.reduce((sum, { cost }) => sum + cost.seconds, 0),
    cpuSeconds: levels.some(({ cost }) => cost.cpuSeconds === null) ? null : levels.reduce((sum, { cost }) => sum + cost.cpuSeconds, 0),
  }
  return [
    'level         wall s   cpu s',
    ...[...levels, { name: 'all', cost: all }].map(({ name, cost }) => `${name.padEnd(12)}${pad(cost.seconds)} ${pad(cost.cpuSeconds)}`),
    '',
    'slowest files, in seconds',
    ...files
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, 20)
      .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
  ]
}
