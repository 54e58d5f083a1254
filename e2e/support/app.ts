import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/platform/http/free-port.ts'

export { findFreePort }

export type RunningApp = { origin: string; dataDir: string; process: ChildProcess; log(): string; stop(): Promise<number | null> }

/** With E2E_DATABASE_URL the stories run on a PostgreSQL server instead of the embedded one. */
const database = process.env.E2E_DATABASE_URL
  ? { DATABASE_URL: process.env.E2E_DATABASE_URL, SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
  : {}

/** Of the surroundings only this: the settings are the test's. Compiled once, the server starts in three quarters of the time. */
const bare = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

/**
 * Starts the product as `npm start` does, on a data folder of its own, and waits for its line.
 * @param release the folder of another build of the web app
 */
export const startApp = async (env: Record<string, string> = {}, release?: string): Promise<RunningApp> => {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'billfold-e2e-'))
  const port = env.PORT ?? String(await findFreePort())
  const child = spawn(process.execPath, release ? ['e2e/support/serve-release.ts', release] : ['src/server/main.ts'], {
    env: { ...bare, LANG: 'C.UTF-8', BACKUPS: 'off', ...database, DATA_DIR: dataDir, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk
      const found = /Billfold is ready: (\S+)/.exec(output)?.[1]
      if (found) resolve(new URL(found).origin)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}:\n${output}`)))
    setTimeout(() => reject(new Error(`the app was not ready within 90 s:\n${output}`)), 90_000).unref()
  })
  const origin = await ready.catch((error: unknown) => {
    if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  return {
    origin,
    dataDir,
    process: child,
    log: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      const code = await ended
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}
