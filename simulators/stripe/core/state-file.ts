import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { emptyAccount, emptyState, type State } from './state.ts'

const saveDelayMs = 100

/** Where a sandbox that keeps its state in this file says under which address it runs, for commands beside the app. */
const runningFile = (file: string) => `${file}.running`
const running = z.object({ origin: z.url(), pid: z.int() })

/** Tells commands beside the app where this sandbox runs. @returns takes that back */
export const announce = (file: string | undefined, origin: string): (() => void) => {
  if (!file) return () => undefined
  writeFileSync(runningFile(file), JSON.stringify({ origin, pid: process.pid }), { mode: 0o600 })
  return () => rmSync(runningFile(file), { force: true })
}

/** The address of the sandbox that holds the state of this file in its memory, in another process; null when none runs. */
export const findRunningOrigin = (file: string): string | null => {
  try {
    const { origin, pid } = running.parse(JSON.parse(readFileSync(runningFile(file), 'utf8')))
    process.kill(pid, 0)
    return origin
  } catch {
    return null
  }
}

/** The saved state, or an empty one with that seed. A file that can't be read is put aside under another name and said so, never overwritten. */
export const loadState = (file: string | undefined, seed: string | null, log: (line: string) => void): State => {
  if (!file) return emptyState(seed)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyState(seed)
    throw error
  }
  try {
    const saved = JSON.parse(text) as State
    if (saved.version !== 1) throw new Error(`version ${String(saved.version)}`)
    return {
      ...emptyState(seed),
      ...saved,
      accounts: Object.fromEntries(Object.entries(saved.accounts).map(([id, account]) => [id, complete(account)])),
    }
  } catch (error) {
    const aside = `${file}.unreadable-${Date.now()}`
    renameSync(file, aside)
    log(`The card sandbox's saved state could not be read (${String(error)}). It was moved to ${aside}, and the sandbox starts empty.`)
    return emptyState(seed)
  }
}

/** A file of an older release lacks the tables that came later. */
const complete = (saved: State['accounts'][string]) => {
  const empty = emptyAccount({ ...saved, livemode: false })
  return { ...empty, ...saved, objects: { ...empty.objects, ...saved.objects } }
}

/** Saves some moments after the last change, whole or not at all. `flush` waits for what is outstanding. */
export const stateSaver = (file: string | undefined, state: () => State, log: (line: string) => void) => {
  if (!file) return { changed: () => {}, flush: async () => {} }
  mkdirSync(dirname(file), { recursive: true })
  let timer: NodeJS.Timeout | undefined
  let dirty = false
  let writing = Promise.resolve()

  const write = async () => {
    if (!dirty) return
    dirty = false
    const temporary = `${file}.${process.pid}.tmp`
    try {
      const handle = await open(temporary, 'w', 0o600)
      try {
        await handle.writeFile(JSON.stringify(state()))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporary, file)
    } catch (error) {
      dirty = true
      log(`The card sandbox could not save its state to ${file}: ${String(error)}`)
    }
  }

  const changed = () => {
    dirty = true
    timer ??= setTimeout(() => {
      timer = undefined
      writing = writing.then(write)
    }, saveDelayMs)
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    await writing
  }
  return { changed, flush }
}
