import { join } from 'node:path'
import { createFolderStore } from '#server/platform/storage/folder-store.ts'
import type { ObjectStore } from '#server/platform/storage/object-store.ts'
import { createS3Store, type S3Settings } from '#server/platform/storage/s3-store.ts'
import { hashBytes } from './archive.ts'
import { BackupError, getObjectPath } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'

export type BackupStore = Pick<ObjectStore, 'get' | 'put' | 'remove' | 'stat'>

export const openFolderStore = (folder: string): BackupStore => createFolderStore(folder)

export const openConfiguredStore = (
  { s3, dataDir }: { s3: S3Settings | null; dataDir: string },
  log: (line: string) => void,
): BackupStore => (s3 ? createS3Store(s3, { log }) : openFolderStore(join(dataDir, 'objects')))

const readAll = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

/** A bucket stores the content type with the object. */
const detectContentType = (bytes: Buffer): string => {
  const begin = bytes.toString('latin1', 0, 12)
  if (begin.startsWith('\x89PNG')) return 'image/png'
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begin.startsWith('RIFF') && begin.endsWith('WEBP')) return 'image/webp'
  return begin.startsWith('%PDF') ? 'application/pdf' : 'application/octet-stream'
}

const isStored = async ({ key, size, sha256 }: OpenBackup['manifest']['objects'][number], store: BackupStore): Promise<boolean> => {
  if (!(await store.stat(key))) return false
  const existing = await store.get(key)
  if (existing && existing.length === size && hashBytes(existing).sha256 === sha256) return true
  throw new BackupError(`The file store holds another file as ${key} than the backup does. Restore into an empty store.`)
}

const putObject = async ({ zip }: OpenBackup, store: BackupStore, key: string): Promise<void> => {
  const bytes = await readAll(await zip.read(getObjectPath(key)))
  await store.put(key, bytes, detectContentType(bytes))
}

/** @throws BackupError when the store has other bytes under a key of the backup */
export const restoreObjects = async (backup: OpenBackup, store: BackupStore): Promise<void> => {
  for (const object of backup.manifest.objects) if (!(await isStored(object, store))) await putObject(backup, store, object.key)
}

/** Puts one missing file there for a moment. @throws BackupError as `restoreObjects`, or the store's own error */
export const tryObjects = async (backup: OpenBackup, store: BackupStore): Promise<void> => {
  let missing: string | undefined
  for (const object of backup.manifest.objects) if (!(await isStored(object, store))) missing ??= object.key
  if (missing === undefined) return
  await putObject(backup, store, missing)
  await store.remove(missing)
}
