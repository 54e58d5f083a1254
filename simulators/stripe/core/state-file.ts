import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** The file beside the state file that names the running simulator's origin and process, for commands outside the app. */
const getRunningFile = (stateFile: string) => `${stateFile}.running`
const running = z.object({ origin: z.url(), pid: z.int() })

/** Writes down where this simulator runs. @returns removes that again */
export const publishOrigin = (stateFile: string | undefined, origin: string): (() => void) => {
  if (!stateFile) return () => undefined
  writeFileSync(getRunningFile(stateFile), JSON.stringify({ origin, pid: process.pid }), { mode: 0o600 })
  return () => rmSync(getRunningFile(stateFile), { force: true })
}

/** The origin of the simulator of another process that uses this state file, or null when none runs. */
export const findRunningOrigin = (stateFile: string): string | null => {
  try {
    const { origin, pid } = running.parse(JSON.parse(readFileSync(getRunningFile(stateFile), 'utf8')))
    process.kill(pid, 0)
    return origin
  } catch {
    return null
  }
}
