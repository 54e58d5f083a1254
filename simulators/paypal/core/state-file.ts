import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emptyAccount, emptyState, type State } from './state.ts'

const saveDelayMs = 100

/** The saved state, or an empty one. A file that can't be read is put aside under another name and said so, never overwritten. */
export const loadState = (file: string | undefined, log: (line: string) => void): State => {
  if (!file) return emptyState()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyState()
    throw error
  }
  try {
    const saved = JSON.parse(text) as State
    if (saved.version !== 1) throw new Error(`version ${String(saved.version)}`)
    // A file of an older release lacks the tables that came later.
    const accounts = Object.entries(saved.accounts).map(([id, account]) => [
      id,
      { ...emptyAccount(account.clientId, account.merchantId), ...account },
    ])
    return { ...emptyState(), ...saved, accounts: Object.fromEntries(accounts) }
  } catch (error) {
    const aside = `${file}.unreadable-${Date.now()}`
    renameSync(file, aside)
    log(`The PayPal sandbox's saved state could not be read (${String(error)}). It was moved to ${aside}, and the sandbox starts empty.`)
    return emptyState()
  }
}

/** Saves some moments after the last change, whole or not at all. `flush` waits for what is outstanding. */
export const stateSaver = (file: string | undefined, state: State, log: (line: string) => void) => {
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
        await handle.writeFile(JSON.stringify(state))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporary, file)
    } catch (error) {
      dirty = true
      log(`The PayPal sandbox could not save its state to ${file}: ${String(error)}`)
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
