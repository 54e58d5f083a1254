import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Written first, then read, so that a slow reader holds neither a transaction open nor rows in memory. */
export type Spool = {
  write(text: string): Promise<void>
  read(): Readable
  close(): Promise<void>
}

/** No other process can open it, and the system removes it when this process ends. */
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

/** The stream reads the text once. Ending or destroying it frees the disk space. */
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
