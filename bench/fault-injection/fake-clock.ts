import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Debian's package faketime has its library, by kind of machine. */
const libraries = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** A clock that processes go by which are started with its `env`; null where the library isn't installed. */
export const startFakeClock = () => {
  const library = libraries.find(existsSync)
  if (!library) return null
  const folder = mkdtempSync(join(tmpdir(), 'billfold-clock-'))
  const file = join(folder, 'offset')
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`)
  set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // As on a real machine: whoever measures how long something takes isn't touched by a clock that is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    /** Sets it so many seconds ahead of the true time, or behind it. */
    set,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
