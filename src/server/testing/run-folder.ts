import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopPostmaster } from '#server/operations/embedded-postgres/postmaster.ts'
import { getStartTime, isRunning } from '#server/operations/embedded-postgres/processes.ts'

const prefix = 'billfold-run-'
const toOwnerFile = (folder: string) => join(folder, 'owner')

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
const removeAbandoned = async (): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (!isAbandoned(folder)) continue
    await stopPostmaster(join(folder, 'postgres/data'), () => undefined)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Creates the folder of a test run, in which its database and the temporary folders of all its tests are. The next run removes it if this one is killed. */
export const createRunFolder = async (): Promise<string> => {
  await removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(toOwnerFile(folder), `${process.pid} ${getStartTime(process.pid)}`)
  // The workers, which start later, inherit it.
  process.env.TMPDIR = folder
  return folder
}
