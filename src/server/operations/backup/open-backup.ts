import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { toBackupError } from './backup-errors.ts'
import { getObjectPath, getTablePath, jobsName, keyName, type Manifest, manifestName, parseManifest } from './manifest.ts'
import { openZip, UnzipError, type ZipReader } from './unzip.ts'

/** A backup file that is open, with its manifest. */
export type OpenBackup = { path: string; zip: ZipReader; manifest: Manifest }

const maxManifestBytes = 512 * 1024 * 1024

/** Reads a small stream as text. */
export const readText = async (stream: Readable): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const readManifest = async (zip: ZipReader): Promise<Manifest> => {
  if ((zip.getSize(manifestName) ?? 0) > maxManifestBytes) throw new UnzipError('it is damaged')
  if (zip.getSize(manifestName) === null) throw new UnzipError('it is not a Billfold backup')
  return parseManifest(await readText(await zip.read(manifestName)))
}

const checkEntry = async (zip: ZipReader, name: string, wanted: { sha256: string; bytes?: number }): Promise<void> => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of await zip.read(name)) {
    hash.update(part as Buffer)
    bytes += (part as Buffer).length
  }
  if (hash.digest('hex') !== wanted.sha256 || (wanted.bytes !== undefined && bytes !== wanted.bytes))
    throw new UnzipError(`it is damaged: ${name} does not match its hash`)
}

/** Compares every file of an open backup with its hash in the manifest. @throws UnzipError, BackupError */
const checkAll = async ({ zip, manifest }: OpenBackup): Promise<void> => {
  for (const table of manifest.tables) await checkEntry(zip, getTablePath(table.name), table)
  await checkEntry(zip, jobsName, manifest.jobs)
  for (const { key, size, sha256 } of manifest.objects) await checkEntry(zip, getObjectPath(key), { sha256, bytes: size })
  if (manifest.key) await checkEntry(zip, keyName, { sha256: manifest.key })
}

/**
 * Runs `work` with a backup after every file in it was compared with its hash in the manifest.
 * @throws BackupError when the file is not a backup, is damaged, or was made by a newer Billfold
 */
export const withBackup = async <T>(path: string, work: (backup: OpenBackup) => Promise<T>): Promise<T> => {
  let zip: ZipReader | undefined
  let backup: OpenBackup
  try {
    zip = await openZip(path)
    backup = { path, zip, manifest: await readManifest(zip) }
    await checkAll(backup)
  } catch (error) {
    zip?.close()
    throw toBackupError(error, path)
  }
  try {
    return await work(backup)
  } finally {
    zip.close()
  }
}

/** @throws BackupError when a file in the backup does not match its hash */
export const verifyBackup = (path: string): Promise<void> => withBackup(path, async () => undefined)
