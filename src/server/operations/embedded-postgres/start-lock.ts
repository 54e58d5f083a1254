import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedDatabaseError, getErrorCode } from './errors.ts'
import { getStartTime, isRunning } from './processes.ts'

type Holder = { pid: number; mark: string }

const WAIT_MS = 180_000

const readHolder = async (file: string): Promise<Holder | undefined> => {
  const [pid = '', mark = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
  return pid === '' ? undefined : { pid: Number(pid), mark }
}

const stillRuns = ({ pid, mark }: Holder): boolean => isRunning(pid) && getStartTime(pid) === mark

/** With its content, atomically: the file is never empty. @returns false when it exists */
const take = async (file: string, mine: string): Promise<boolean> => {
  await writeFile(mine, `${process.pid} ${getStartTime(process.pid)}`, { flag: 'wx', mode: 0o644 })
  try {
    await link(mine, file)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(mine, { force: true })
  }
}

/** Restored if another process has taken the lock meanwhile. */
const clear = async (file: string, aside: string): Promise<void> => {
  await rename(file, aside).catch(() => undefined)
  const moved = await readHolder(aside)
  if (moved && stillRuns(moved)) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

/** The lock of a killed process is taken over. The data's safety does not depend on this lock: PostgreSQL has interlocks of its own. */
export const withStartLock = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const until = Date.now() + WAIT_MS
  for (;;) {
    const mine = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
    if (await take(file, mine)) break
    const holder = await readHolder(file)
    if (holder && !stillRuns(holder)) await clear(file, mine)
    else if (Date.now() > until)
      throw new EmbeddedDatabaseError(
        `Another process (pid ${holder?.pid}) has been starting the database for ${WAIT_MS / 60_000} minutes (${file}). Stop that process and start Billfold again.`,
      )
    else await sleep(30)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}
