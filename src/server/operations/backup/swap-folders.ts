import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { withStartLock } from '#server/operations/embedded-postgres/start-lock.ts'
import { syncFolder } from '#server/platform/files/folders.ts'

const move = z.object({ from: z.string(), to: z.string(), aside: z.string() })
export type Move = z.output<typeof move>

export const getStagingFolder = (dataDir: string): string => join(dataDir, 'restoring')
const getPlanFile = (dataDir: string) => join(getStagingFolder(dataDir), 'ready.json')
export const isSwapPlanned = (dataDir: string): boolean => existsSync(getPlanFile(dataDir))
const getLockFile = (dataDir: string) => join(dataDir, 'restoring.lock')

/** From now on the restore is completed even if this process is killed: the next start finishes it. */
export const planSwap = async (dataDir: string, moves: readonly Move[]): Promise<void> => {
  const path = getPlanFile(dataDir)
  await writeFile(`${path}.new`, JSON.stringify(moves), { flush: true })
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

/** Already done when `from` no longer exists. */
const swapOne = async ({ from, to, aside }: Move) => {
  if (!existsSync(from)) return
  if (existsSync(to)) await rename(to, existsSync(aside) ? `${aside}-${Date.now()}` : aside)
  await rename(from, to)
  await syncFolder(dirname(to))
}

export const finishSwap = async (dataDir: string): Promise<boolean> => {
  if (!isSwapPlanned(dataDir)) return false
  return withStartLock(getLockFile(dataDir), async () => {
    const text = await readFile(getPlanFile(dataDir), 'utf8').catch(() => null)
    // Another process has finished it meanwhile.
    if (text === null) return false
    for (const each of z.array(move).parse(JSON.parse(text))) await swapOne(each)
    await rm(getPlanFile(dataDir), { force: true })
    await rm(getStagingFolder(dataDir), { recursive: true, force: true })
    return true
  })
}
