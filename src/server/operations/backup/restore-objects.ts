import { join } from 'node:path'
import { createFolderStore } from '#server/platform/storage/folder-store.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { createS3Store, type S3Settings } from '#server/platform/storage/s3-store.ts'
import { hashBytes } from './archive.ts'
import { BackupError, getObjectPath } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'

type BackupStore = Pick<ObjectStore, 'get' | 'put' | 'stat'>

/** Opens a folder as an object store. */
export const openFolderStore = (folder: string): BackupStore => createFolderStore(folder)

/** Opens the configured object store, without the app. */
export const openConfiguredStore = (
  { s3, dataDir }: { s3: S3Settings | null; dataDir: string },
  log: (line: string) => void,
): BackupStore => (s3 ? createS3Store(s3, { log }) : openFolderStore(join(dataDir, 'objects')))

const readAll = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

/** The content type by the first bytes: a bucket stores it with the object. */
const detectContentType = (bytes: Buffer): string => {
  const begin = bytes.toString('latin1', 0, 12)
  if (begin.startsWith('\x89PNG')) return 'image/png'
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begin.startsWith('RIFF') && begin.endsWith('WEBP')) return 'image/webp'
  return begin.startsWith('%PDF') ? 'application/pdf' : 'application/octet-stream'
}

/**
 * Puts a backup's files into a store. Existing files with the same content are skipped.
 * @throws BackupError when the store has other bytes under a key of the backup
 */
export const restoreObjects = async ({ zip, manifest }: OpenBackup, store: BackupStore): Promise<void> => {
  for (const { key, size, sha256 } of manifest.objects) {
    if (await store.stat(key)) {
      const existing = await store.get(key)
      if (existing && existing.length === size && hashBytes(existing).sha256 === sha256) continue
      throw new BackupError(`The file store holds another file as ${key} than the backup does. Restore into an empty store.`)
    }
    const bytes = await readAll(await zip.read(getObjectPath(key)))
    await store.put(key, bytes, detectContentType(bytes))
  }
}
