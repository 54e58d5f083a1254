import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

const saveDelayMs = 100

type StateFile = {
  name: string
  file: string | undefined
  log(line: string): void
}

/** An unreadable file is renamed and logged, never overwritten. */
export const loadState = <S extends { version: 1 }>({ name, file, log }: StateFile, empty: () => S): S => {
  if (!file) return empty()
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty()
    throw error
  }
  try {
    const saved = JSON.parse(text) as S
    if (saved.version !== 1) throw new Error(`version ${String(saved.version)}`)
    return saved
  } catch (error) {
    const renamed = `${file}.unreadable-${Date.now()}`
    renameSync(file, renamed)
    log(
      `${name} simulator: the saved state could not be read (${String(error)}). It was moved to ${renamed}. Starting with an empty state.`,
    )
    return empty()
  }
}

/** Shortly after each `changed()`, by an atomic rename. `flush` resolves once everything is saved. */
export const createStateSaver = ({ name, file, log }: StateFile, state: object) => {
  if (!file) return { changed: () => {}, flush: async () => {} }
  mkdirSync(dirname(file), { recursive: true })
  let timer: NodeJS.Timeout | undefined
  let isDirty = false
  let writing = Promise.resolve()

  const write = async () => {
    if (!isDirty) return
    isDirty = false
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
      isDirty = true
      log(`${name} simulator: the state could not be saved to ${file}: ${String(error)}`)
    }
  }
  const changed = () => {
    isDirty = true
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
