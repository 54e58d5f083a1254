import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { emptyAccount, type State } from './state.ts'

/** Adds the tables that the state file of an older release does not have. */
export const completeState = (saved: State): State => {
  const accounts = Object.entries(saved.accounts).map(([id, account]) => {
    const empty = emptyAccount({ ...account, livemode: false })
    return [id, { ...empty, ...account, objects: { ...empty.objects, ...account.objects } }]
  })
  return { ...saved, accounts: Object.fromEntries(accounts) }
}

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
