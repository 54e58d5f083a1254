import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** How long a start may take, with a database that recovers first. */
const startMs = 120_000

/** What ends however the run ends; also by Ctrl-C. */
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** A server process of the product. */
export type ServerProcess = {
  origin: string
  pid: number
  /** Ends it without a word. Resolves when it has ended. */
  kill(): Promise<void>
  /** Asks it to end, as a service manager does. @returns what it ended with, and after how many milliseconds */
  stop(): Promise<{ code: number | null; ms: number }>
  /** Whether it ended though neither `kill` nor `stop` was called. */
  hasExited(): boolean
  /** The last of what it wrote. */
  log(): string
}

/**
 * Starts one and waits until it is ready.
 * @param env its settings; nothing else of this process's own but where programs are
 * @throws Error with what it wrote, when it ends or isn't ready in time
 */
export const startServerProcess = async (env: Record<string, string>): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  let isExpected = false
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      children.delete(child)
      resolve(code)
    }),
  )
  const origin = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
      const found = /Billfold is ready: (\S+)/.exec(output)?.[1]
      if (found) resolve(new URL(found).origin.replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code, signal) => reject(new Error(`the server ended with ${code ?? signal}:\n${output}`)))
    setTimeout(() => reject(new Error(`the server was not ready within ${startMs / 1000} s:\n${output}`)), startMs).unref()
  })
  const end = async (signal: NodeJS.Signals) => {
    isExpected = true
    child.kill(signal)
    return ended
  }
  return {
    origin,
    pid: child.pid!,
    kill: async () => void (await end('SIGKILL')),
    stop: async () => {
      const began = performance.now()
      const code = await end('SIGTERM')
      return { code, ms: performance.now() - began }
    },
    hasExited: () => !isExpected && (child.exitCode !== null || child.signalCode !== null),
    log: () => output,
  }
}
