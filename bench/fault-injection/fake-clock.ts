import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian's package faketime installs its library, by machine type. */
const libraries = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** A clock for processes that start with its `env`; null if the library isn't installed. */
export const startFakeClock = () => {
  const library = libraries.find(existsSync)
  if (!library) return null
  const folder = mkdtempSync(join(tmpdir(), 'billfold-clock-'))
  const file = join(folder, 'offset')
  /** Sets the clock to the true time plus so many seconds. */
  const setOffset = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
  setOffset(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // On a real machine, setting the clock doesn't change the monotonic clock either.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    setOffset,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
