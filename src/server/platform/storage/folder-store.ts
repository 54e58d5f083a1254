import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertObjectKey } from './object-keys.ts'
import type { ObjectStore } from './object-store.ts'
import { createTooLargeError } from './uploads.ts'

const hourMs = 3_600_000

export const createFolderStore = (folder: string): ObjectStore => {
  const incoming = join(folder, 'incoming')
  mkdirSync(incoming, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  deleteAbandonedFiles(incoming)
  const getPath = (key: string) => join(folder, assertObjectKey(key))

  return {
    /** Readers never see an incomplete file. */
    put: async (key, bytes) => {
      const path = getPath(key)
      const temporary = join(incoming, randomUUID())
      try {
        await writeDurably(temporary, bytes)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(temporary, path)
        await syncFolder(dirname(path))
      } finally {
        await rm(temporary, { force: true })
      }
    },
    get: async (key, maxBytes = Number.POSITIVE_INFINITY) => {
      const bytes = await nullIfMissing(readFile(getPath(key)))
      if (bytes && bytes.length > maxBytes) throw createTooLargeError()
      return bytes
    },
    stat: async (key) => {
      const found = await nullIfMissing(stat(getPath(key)))
      return found && { size: found.size }
    },
    remove: (key) => rm(getPath(key), { force: true }),
  }
}

const writeDurably = async (path: string, bytes: Uint8Array) => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Recent files may be in use by another node. */
const deleteAbandonedFiles = (incoming: string) => {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name)
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified !== undefined && modified < Date.now() - hourMs) rmSync(path, { force: true })
  }
}

const nullIfMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
