import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const onLinux = process.platform === 'linux'

/** Of /proc/<pid>/stat after the name, which may itself contain spaces and parentheses: [0] is the state. */
const statFields = (pid: number): string[] => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** A zombie (frequent in containers, where no parent waits for it) does not. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !onLinux || !['Z', 'X'].includes(statFields(pid)[0] ?? 'X')
}

/** Distinguishes a process from a later one with the same id. Empty if the system does not provide it. */
export const getStartTime = (pid: number): string => (onLinux ? (statFields(pid)[19] ?? '') : '')

const sameFolder = (one: string, other: string): boolean => {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}

const getCommand = (pid: number): string => {
  try {
    if (onLinux) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export const isServerOf = (pid: number, cluster: string): boolean => {
  if (!isRunning(pid)) return false
  const command = getCommand(pid)
  return command.includes('postgres') && (command.includes(cluster) || (onLinux && sameFolder(`/proc/${pid}/cwd`, cluster)))
}

/** Linux only; an empty list elsewhere. */
export const listServersIn = (cluster: string): number[] => {
  if (!onLinux) return []
  const isPostgres = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgres(pid) && isRunning(pid) && sameFolder(`/proc/${pid}/cwd`, cluster))
}

export const waitUntil = async (timeoutMs: number, holds: () => boolean, everyMs = 15): Promise<boolean> => {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(everyMs)) if (holds()) return true
  return holds()
}

export const sendSignal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
