import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { openZip, UnzipError, type ZipReader } from '#server/platform/files/unzip.ts'
import { toBackupError } from './backup-errors.ts'
import { getObjectPath, getTablePath, jobsName, keyName, type Manifest, manifestName, parseManifest } from './manifest.ts'

/** A backup whose contents are known, and can be read. */
export type OpenBackup = { path: string; zip: ZipReader; manifest: Manifest }

const mostManifestBytes = 512 * 1024 * 1024

/** All of a stream, for what is small. */
export const readText = async (stream: Readable): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const readManifest = async (zip: ZipReader): Promise<Manifest> => {
  if ((zip.getSize(manifestName) ?? 0) > mostManifestBytes) throw new UnzipError('it is damaged')
  if (zip.getSize(manifestName) === null) throw new UnzipError('it is no backup of Billfold')
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
    throw new UnzipError(`it is damaged: ${name} isn't what was backed up`)
}

/** Compares every byte of an open backup with what was written. @throws UnzipError, BackupError */
const checkAll = async ({ zip, manifest }: OpenBackup): Promise<void> => {
  for (const table of manifest.tables) await checkEntry(zip, getTablePath(table.name), table)
  await checkEntry(zip, jobsName, manifest.jobs)
  for (const { key, size, sha256 } of manifest.objects) await checkEntry(zip, getObjectPath(key), { sha256, bytes: size })
  if (manifest.key) await checkEntry(zip, keyName, { sha256: manifest.key })
}

/**
 * Does `work` with a backup whose every byte was compared with what its list of contents says.
 * @throws BackupError when it is none, is damaged, or was made by a newer Billfold
 */
export const withBackup = async <T>(path: string, work: (backup: OpenBackup) => Promise<T>): Promise<T> => {
  let zip: ZipReader | undefined
  let backup: OpenBackup
  try {
    zip = await openZip(path)
    backup = { path, zip, manifest: await readManifest(zip) }
    await checkAll(backup)
  } catch (error) {
    await zip?.close()
    throw toBackupError(error, path)
  }
  try {
    return await work(backup)
  } finally {
    await zip.close()
  }
}

/** @throws BackupError when a byte of it isn't what was written */
export const verifyBackup = (path: string): Promise<void> => withBackup(path, async () => undefined)
