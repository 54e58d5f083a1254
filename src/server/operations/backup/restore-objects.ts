import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createFolderStore } from '#server/platform/storage/folder-store.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { createS3Store, type S3Settings } from '#server/platform/storage/s3-store.ts'
import { createUploadLinks } from '#server/platform/storage/upload-links.ts'
import { hashBytes } from './archive.ts'
import { BackupError, getObjectPath } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'

type Bytes = Pick<ObjectStore, 'get' | 'put' | 'stat'>

/** The store of a folder, for reading and writing whole objects: it hands out no addresses that anybody could write to. */
export const openFolderStore = (folder: string): Bytes =>
  createFolderStore(
    folder,
    createUploadLinks(randomBytes(32).toString('base64url'), () => new Date()),
    () => new URL('http://localhost'),
  )

/** The store that the settings name, without the app behind it. */
export const openConfiguredStore = ({ s3, dataDir }: { s3: S3Settings | null; dataDir: string }, log: (line: string) => void): Bytes =>
  s3 ? createS3Store(s3, { now: () => new Date(), log }) : openFolderStore(join(dataDir, 'objects'))

const readAll = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

/** What the first bytes say; a bucket keeps the kind with the object. */
const kindOf = (bytes: Buffer): string => {
  const begin = bytes.toString('latin1', 0, 12)
  if (begin.startsWith('\x89PNG')) return 'image/png'
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begin.startsWith('RIFF') && begin.endsWith('WEBP')) return 'image/webp'
  return begin.startsWith('%PDF') ? 'application/pdf' : 'application/octet-stream'
}

/**
 * Puts a backup's files into a store. Those that are there already stay: under their random names nothing else can be.
 * @throws BackupError when the store has other bytes under a name of the backup
 */
export const restoreObjects = async ({ zip, manifest }: OpenBackup, store: Bytes): Promise<void> => {
  for (const { key, size, sha256 } of manifest.objects) {
    if (await store.stat(key)) {
      const there = await store.get(key)
      if (there && there.length === size && hashBytes(there).sha256 === sha256) continue
      throw new BackupError(`The file store holds another file as ${key} than the backup does. Restore into an empty store.`)
    }
    const bytes = await readAll(await zip.read(getObjectPath(key)))
    await store.put(key, bytes, kindOf(bytes))
  }
}
