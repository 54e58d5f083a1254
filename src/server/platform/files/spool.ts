import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Text in a temporary file: written first, then read, so that a slow reader holds neither a transaction open nor rows in memory. */
export type Spool = {
  write(text: string): Promise<void>
  /** Reads the text from its start. */
  read(): Readable
  close(): Promise<void>
}

/** An unlinked temporary file: no other process can open it, and the system removes it when this process ends. */
const openUnlinkedFile = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `billfold-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

export const openSpool = async (): Promise<Spool> => {
  const file = await openUnlinkedFile()
  return {
    write: async (text) => void (await file.writeFile(text)),
    read: () => file.createReadStream({ start: 0, autoClose: false }),
    close: () => file.close(),
  }
}

/**
 * Writes a text to the disk, then returns a stream that reads it once. Ending or destroying the stream frees the disk space.
 * @param fill writes the whole text, piece by piece
 */
export const spoolToDisk = async (fill: (write: Spool['write']) => Promise<void>): Promise<Readable> => {
  const file = await openUnlinkedFile()
  try {
    await fill(async (text) => void (await file.writeFile(text)))
    return file.createReadStream({ start: 0 })
  } catch (error) {
    await file.close()
    throw error
  }
}
