import { readdirSync, readFileSync } from 'node:fs'

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile.
    return null
  }
}

/** Milliseconds of processor time that a process has used; the kernel counts in hundredths of a second. */
export const getCpuMs = (pid: number): number => {
  const found = /\) \S(?: \S+){10} (\d+) (\d+)/.exec(read(`/proc/${pid}/stat`) ?? '')
  return found ? (Number(found[1]) + Number(found[2])) * 10 : 0
}

/** What a process keeps in memory, in megabytes. */
export const getResidentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) / 1024)

const parentOf = (pid: number): number => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`) ?? '')?.[1] ?? 0)

/** A process and those that it started. */
export const getProcessTree = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid),
]
