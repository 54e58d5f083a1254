import { subscribe } from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'

/** A file's text, or '' when its process has ended. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const readKilobytes = (text: string, name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** The milliseconds of CPU time that a process has used. The kernel counts hundredths of a second. */
export const getCpuMs = (pid: number): number => {
  const found = /\) \S(?: \S+){10} (\d+) (\d+)/.exec(read(`/proc/${pid}/stat`))
  return found ? (Number(found[1]) + Number(found[2])) * 10 : 0
}

/** The resident memory of a process, in megabytes. */
export const getResidentMb = (pid: number): number => Math.round(readKilobytes(read(`/proc/${pid}/status`), 'VmRSS') / 1024)

/**
 * The resident memory (RSS) of a process and its proportional share (PSS), which divides shared pages among their processes. In megabytes; 0
 * when the process has ended.
 */
export const getMemoryMb = (pid: number | 'self'): { resident: number; share: number } => {
  const text = read(`/proc/${pid}/smaps_rollup`)
  return { resident: Math.round(readKilobytes(text, 'Rss') / 1024), share: Math.round(readKilobytes(text, 'Pss') / 1024) }
}

const getParent = (pid: number): number => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0)

/** The ids of a process and its child processes. */
export const getProcessTree = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => getParent(other) === pid),
]

/** The milliseconds of CPU time that a process and its child processes have used, those that have ended included. */
export const getTreeCpuMs = (pid: number): number => {
  // The kernel adds what an ended child has used to its parent, once the parent has waited for it.
  const ended = /\) \S(?: \S+){12} (\d+) (\d+)/.exec(read(`/proc/${pid}/stat`))
  return getProcessTree(pid).reduce((sum, each) => sum + getCpuMs(each), (Number(ended?.[1] ?? 0) + Number(ended?.[2] ?? 0)) * 10)
}

/** The ids of the child processes that this process starts from now on, oldest first. The array grows with each start. */
export const watchChildren = (): readonly number[] => {
  const pids: number[] = []
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: { once(event: 'spawn', then: () => void): void; pid?: number } }
    child.once('spawn', () => pids.push(child.pid!))
  })
  return pids
}
