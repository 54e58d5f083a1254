import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { testServerCommand } from '../../scripts/server-command.ts'

const root = join(import.meta.dirname, '../..')
/** A start may have to wait for the recovery of the database. */
const startTimeoutMs = 120_000

/** Processes to kill when this one exits, also after Ctrl-C. */
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** A server process of the product. */
export type ServerProcess = {
  origin: string
  /** Ends it with SIGKILL. */
  kill(): Promise<void>
  /** Ends it with SIGTERM. @returns its exit code, and how long it took */
  stop(): Promise<{ code: number | null; ms: number }>
  /** Whether it ended without `kill` and `stop`. */
  hasExited(): boolean
  /** The end of its output. */
  log(): string
}

/**
 * Starts a server and waits until it is ready.
 * @param env its settings. It gets nothing else of this process's environment but PATH and HOME
 * @throws Error with the output, if the server ends or isn't ready in time
 */
export const startServerProcess = async (env: Record<string, string>): Promise<ServerProcess> => {
  const child = spawn(process.execPath, testServerCommand, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  let isExpected = false
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      children.delete(child)
      resolve(code)
    }),
  )
  const origin = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
      const url = /Billfold is ready: (\S+)/.exec(output)?.[1]
      if (url) resolve(new URL(url).origin.replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', (code, signal) => reject(new Error(`The server ended with ${code ?? signal}:\n${output}`)))
    setTimeout(() => reject(new Error(`The server was not ready within ${startTimeoutMs / 1000} s:\n${output}`)), startTimeoutMs).unref()
  })
  const end = async (signal: NodeJS.Signals) => {
    isExpected = true
    child.kill(signal)
    return exited
  }
  return {
    origin,
    kill: async () => void (await end('SIGKILL')),
    stop: async () => {
      const startedAt = performance.now()
      const code = await end('SIGTERM')
      return { code, ms: performance.now() - startedAt }
    },
    hasExited: () => !isExpected && (child.exitCode !== null || child.signalCode !== null),
    log: () => output,
  }
}
