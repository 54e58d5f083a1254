import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** For commands outside the app. */
const getRunningFile = (stateFile: string) => `${stateFile}.running`
const running = z.object({ origin: z.url(), pid: z.int() })

/** @returns removes it again */
export const publishOrigin = (stateFile: string | undefined, origin: string): (() => void) => {
  if (!stateFile) return () => undefined
  writeFileSync(getRunningFile(stateFile), JSON.stringify({ origin, pid: process.pid }), { mode: 0o600 })
  return () => rmSync(getRunningFile(stateFile), { force: true })
}

export const findRunningOrigin = (stateFile: string): string | null => {
  try {
    const { origin, pid } = running.parse(JSON.parse(readFileSync(getRunningFile(stateFile), 'utf8')))
    process.kill(pid, 0)
    return origin
  } catch {
    return null
  }
}
