import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const onLinux = process.platform === 'linux'

/** The fields of /proc/<pid>/stat after the name, which may itself hold blanks and brackets: [0] is the state. */
const statFields = (pid: number): string[] => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Whether a process runs. One that has ended and whose parent never asks for its end (usual in containers) doesn't. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !onLinux || !['Z', 'X'].includes(statFields(pid)[0] ?? 'X')
}

/** Tells a process from a later one with the same number. Empty where the system doesn't say. */
export const getStartTime = (pid: number): string => (onLinux ? (statFields(pid)[19] ?? '') : '')

const sameFolder = (one: string, other: string): boolean => {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}

const commandOf = (pid: number): string => {
  try {
    if (onLinux) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Whether a living process is the PostgreSQL server of this data folder (and not a stranger that was given an old number). */
export const isServerOf = (pid: number, cluster: string): boolean => {
  if (!isRunning(pid)) return false
  const command = commandOf(pid)
  return command.includes('postgres') && (command.includes(cluster) || (onLinux && sameFolder(`/proc/${pid}/cwd`, cluster)))
}

/** Every PostgreSQL process that works in a data folder. Linux only: elsewhere an empty list. */
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

/** Waits until something holds. False when it doesn't within the time. */
export const waitUntil = async (timeoutMs: number, holds: () => boolean, everyMs = 15): Promise<boolean> => {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(everyMs)) if (holds()) return true
  return holds()
}

/** Signals a process that may have ended in the meantime. */
export const sendSignal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
