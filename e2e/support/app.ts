import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#server/platform/http/free-port.ts'
import { exitWithParent, testServerCommand, testServerEnvironment } from '../../scripts/server-command.ts'

export { findFreePort }

export type RunningApp = { origin: string; dataDir: string; process: ChildProcess; log(): string; stop(): Promise<number | null> }

/** When E2E_DATABASE_URL is set, the tests use that PostgreSQL server instead of the embedded one. */
export const e2eDatabase = process.env.E2E_DATABASE_URL
  ? { DATABASE_URL: process.env.E2E_DATABASE_URL, SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
  : null

/**
 * Starts the app in the same way as `npm start`, and waits until it prints that it is ready.
 * The app uses a new temporary data folder, unless `env.DATA_DIR` is set.
 * @param release the folder of a different build of the web app to serve
 */
export const startApp = async (env: Record<string, string> = {}, release?: string): Promise<RunningApp> => {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'billfold-e2e-'))
  const port = env.PORT ?? String(await findFreePort())
  const child = spawn(process.execPath, release ? [...exitWithParent, 'e2e/support/serve-release.ts', release] : testServerCommand, {
    env: { ...testServerEnvironment, LANG: 'C.UTF-8', BACKUPS: 'off', ...e2eDatabase, DATA_DIR: dataDir, PORT: port, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer) => {
      output += chunk
      const found = /Billfold is ready: (\S+)/.exec(output)?.[1]
      if (found) resolve(new URL(found).origin)
    }
    child.stdout.on('data', readOutput)
    child.stderr.on('data', readOutput)
    child.once('exit', (code) => reject(new Error(`the app exited with code ${code} before it was ready:\n${output}`)))
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
