import { existsSync } from 'node:fs'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { withStartLock } from '#server/operations/embedded-postgres/start-lock.ts'
import { syncFolder } from './archive.ts'

/** What is built goes into the place of what is there, which stays beside it under the name `aside`. */
const move = z.object({ from: z.string(), to: z.string(), aside: z.string() })
export type Move = z.output<typeof move>

/** Below a data folder: where a restore builds. */
export const getStagingFolder = (dataDir: string): string => join(dataDir, 'restoring')
const planOf = (dataDir: string) => join(getStagingFolder(dataDir), 'ready.json')
/** Whether a restore was interrupted when all that was left were its renamings: `finishSwap` ends it. */
export const isSwapPlanned = (dataDir: string): boolean => existsSync(planOf(dataDir))
const lockOf = (dataDir: string) => join(dataDir, 'restoring.lock')

/** Writes down what is to be put where. From now on the restore will come to its end, whoever dies: the next start finishes it. */
export const planSwap = async (dataDir: string, moves: readonly Move[]): Promise<void> => {
  const path = planOf(dataDir)
  await writeFile(`${path}.new`, JSON.stringify(moves), { flush: true })
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

const sync = async (path: string) => {
  const handle = await open(dirname(path), 'r')
  await handle.sync().finally(() => handle.close())
}

/** A step that was done already does nothing: what was built isn't there any more. */
const swapOne = async ({ from, to, aside }: Move) => {
  if (!existsSync(from)) return
  if (existsSync(to)) await rename(to, existsSync(aside) ? `${aside}-${Date.now()}` : aside)
  await rename(from, to)
  await sync(to)
}

/**
 * Ends a restore that had built everything: puts it in the place of what was there. Killed in the middle, it goes on where it stopped when it is called
 * again; a data folder without such a restore is left alone.
 * @returns whether there was one
 */
export const finishSwap = async (dataDir: string): Promise<boolean> => {
  if (!isSwapPlanned(dataDir)) return false
  return withStartLock(lockOf(dataDir), async () => {
    const text = await readFile(planOf(dataDir), 'utf8').catch(() => null)
    // Somebody else has finished it meanwhile.
    if (text === null) return false
    for (const each of z.array(move).parse(JSON.parse(text))) await swapOne(each)
    await rm(planOf(dataDir), { force: true })
    await rm(getStagingFolder(dataDir), { recursive: true, force: true })
    return true
  })
}
