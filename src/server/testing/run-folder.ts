import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { getStartTime, isRunning } from '#server/operations/embedded-postgres/processes.ts'

const prefix = 'billfold-run-'
const toOwnerFile = (folder: string) => join(folder, 'owner')

const memoryDisk = '/dev/shm'
const roomNeeded = 8 * 1024 ** 3
/** A folder in memory where there is room: creating and dropping hundreds of databases otherwise waits for the disk half of the time. */
const findParent = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize > roomNeeded && freemem() > roomNeeded ? memoryDisk : tmpdir()
  } catch {
    return tmpdir()
  }
}

const isAbandoned = (folder: string): boolean => {
  try {
    const [pid, startTime] = readFileSync(toOwnerFile(folder), 'utf8').split(' ')
    return !isRunning(Number(pid)) || getStartTime(Number(pid)) !== startTime
  } catch {
    // It is being created or removed.
    return false
  }
}

/** Removes what killed test runs have left. Their servers have usually been stopped by the watchdog, unless its own files were gone by then. */
const removeAbandoned = async (parent: string): Promise<void> => {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name)
    if (!isAbandoned(folder)) continue
    await stopPostmaster(join(folder, 'postgres/data'), () => undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Creates the folder of a test run, in which its databases and the temporary folders of all its tests are. The next run removes it if this one is killed. */
export const createRunFolder = async (): Promise<string> => {
  const parent = findParent()
  await removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, prefix))
  // The account of the embedded database passes through it.
  chmodSync(folder, 0o711)
  writeFileSync(toOwnerFile(folder), `${process.pid} ${getStartTime(process.pid)}`)
  // The workers, which start later, inherit it.
  process.env.TMPDIR = folder
  return folder
}
