import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Text on the disk: written first, then read, so that whoever reads slowly keeps no transaction open and no memory taken. */
export type Spool = {
  write(text: string): Promise<void>
  /** What was written, from its beginning. */
  read(): Readable
  close(): Promise<void>
}

/** A file that has lost its name as soon as it is there: nobody else finds it, and it is gone with the process whatever happens. */
const namelessFile = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `billfold-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

export const openSpool = async (): Promise<Spool> => {
  const file = await namelessFile()
  return {
    write: async (text) => void (await file.writeFile(text)),
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  }
}

/**
 * Has everything written, and answers it for reading once: what reading or giving it up leaves behind is nothing.
 * @param fill writes all of it, piece by piece
 */
export const spoolToDisk = async (fill: (write: Spool['write']) => Promise<void>): Promise<Readable> => {
  const file = await namelessFile()
  try {
    await fill(async (text) => void (await file.writeFile(text)))
    return file.createReadStream({ start: 0 })
  } catch (error) {
    await file.close()
    throw error
  }
}
