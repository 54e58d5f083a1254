import { spawn } from 'node:child_process'

export type Ended = { code: number | null; output: string; isOverTime: boolean }

type Options = { cwd: string; env?: NodeJS.ProcessEnv; limitMs?: number; input?: string }

/** Processes that run, each the first of its own group. */
const running = new Set<number>()
const killAfterMs = 10_000

const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

/** Ends a process with all that it started: first asks, so that servers and browsers stop in order. */
const endGroup = async (pid: number): Promise<void> => {
  signalGroup(pid, 'SIGTERM')
  const askedAt = performance.now()
  while (signalGroup(pid, 0) && performance.now() - askedAt < killAfterMs) await new Promise((resolve) => setTimeout(resolve, 100))
  signalGroup(pid, 'SIGKILL')
}

/** Ends all processes that run. */
export const endProcesses = async (): Promise<void> => {
  await Promise.all([...running].map(endGroup))
}

/** Runs a program in a process group of its own, of which nothing is left afterwards. */
export const run = (command: string, args: readonly string[], { cwd, env = process.env, limitMs, input }: Options): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    const { pid } = child
    if (pid === undefined) return
    running.add(pid)
    let isOverTime = false
    const timer = limitMs
      ? setTimeout(() => {
          isOverTime = true
          void endGroup(pid)
        }, limitMs)
      : undefined
    child.on('exit', () => void endGroup(pid))
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(pid)
      resolve({ code, output, isOverTime })
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
