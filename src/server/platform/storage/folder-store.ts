import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertObjectKey } from './object-keys.ts'
import type { ObjectStore } from './object-store.ts'
import { type UploadLinks, uploadPath } from './upload-links.ts'
import { createTooLargeError } from './uploads.ts'

const hourMs = 3_600_000

/**
 * Keeps objects as files of a folder that only this account may read.
 * @param publicUrl where browsers find this server, which takes the uploads itself
 */
export const createFolderStore = (folder: string, links: UploadLinks, publicUrl: () => URL): ObjectStore => {
  const incoming = join(folder, 'incoming')
  mkdirSync(incoming, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  dropLeftovers(incoming)
  const pathOf = (key: string) => join(folder, assertObjectKey(key))

  /** Writes a file beside, and lets `settle` give it its name, so that no reader ever sees half of it. */
  const write = async (path: string, bytes: Uint8Array, settle: (draft: string) => Promise<unknown>): Promise<void> => {
    const draft = join(incoming, randomUUID())
    try {
      await writeThrough(draft, bytes)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await settle(draft)
      await syncFolder(dirname(path))
    } finally {
      await rm(draft, { force: true })
    }
  }

  return {
    put: (key, bytes) => {
      const path = pathOf(key)
      return write(path, bytes, (draft) => rename(draft, path))
    },
    get: async (key, maxBytes = Number.POSITIVE_INFINITY) => {
      const bytes = await unlessMissing(readFile(pathOf(key)))
      if (bytes && bytes.length > maxBytes) throw createTooLargeError()
      return bytes
    },
    stat: async (key) => {
      const found = await unlessMissing(stat(pathOf(key)))
      return found && { size: found.size }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    signedPutUrl: async (key, grant) => new URL(uploadPath + links.sign({ key: assertObjectKey(key), ...grant }), publicUrl()).href,
    findUploadKey: (uploadUrl) => {
      const path = URL.canParse(uploadUrl, publicUrl().href) ? new URL(uploadUrl, publicUrl()).pathname : ''
      return path.startsWith(uploadPath) ? (links.read(path.slice(uploadPath.length))?.key ?? null) : null
    },
    intake: {
      links,
      putOnce: async (key, bytes) => {
        const path = pathOf(key)
        try {
          // Unlike a renaming, a second name is refused where there is a file of that name.
          await write(path, bytes, (draft) => link(draft, path))
          return true
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
          const there = await unlessMissing(readFile(path))
          return there?.equals(bytes) ?? false
        }
      },
    },
    uploadOrigin: null,
  }
}

/** On the disk, not just on its way there, before the name that readers look for exists. */
const writeThrough = async (path: string, bytes: Uint8Array) => {
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

/** What a server that was killed had begun to write. Younger ones may be another node's, which is just at it. */
const dropLeftovers = (incoming: string) => {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name)
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified !== undefined && modified < Date.now() - hourMs) rmSync(path, { force: true })
  }
}

const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
