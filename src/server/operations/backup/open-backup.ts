import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { toBackupError } from './backup-errors.ts'
import { BackupError, getObjectPath, getTablePath, jobsName, keyName, type Manifest, manifestName, parseManifest } from './manifest.ts'
import { openZip, UnzipError, type ZipReader } from './unzip.ts'

export type OpenBackup = {
  path: string
  zip: ZipReader
  manifest: Manifest
  manifestText: string
}

const megabyte = 1024 * 1024

/** The manifest is read into memory: it lists the files in the backup, and those that were missing. */
const getMaxManifestBytes = ({ names }: ZipReader) => 16 * megabyte + names.length * 1024
/** A file of the object store is read into memory. The largest are pictures that were drawn anew. */
const maxObjectBytes = 128 * megabyte
/** What unpacks to more than both is asked about: rows take about ten times as much as they do compressed, and only made-up ones much more. */
const [maxUnpackedBytes, maxUnpackedFactor] = [1024 * megabyte, 100]

const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / megabyte).toLocaleString('en-US')} MB`

const checkUnpackedSize = ({ packedBytes, unpackedBytes }: ZipReader, path: string) => {
  if (unpackedBytes > Math.max(maxUnpackedBytes, maxUnpackedFactor * packedBytes))
    throw new BackupError(
      `${path} has ${formatMegabytes(packedBytes)} and would unpack to ${formatMegabytes(unpackedBytes)}, as backups hardly ever do. Nothing was changed. If you trust where it comes from, add --any-size.`,
    )
}

export const readText = async (stream: Readable): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const readManifest = async (zip: ZipReader): Promise<string> => {
  if ((zip.getSize(manifestName) ?? 0) > getMaxManifestBytes(zip)) throw new UnzipError('it is damaged')
  if (zip.getSize(manifestName) === null) throw new UnzipError('it is not a Billfold backup')
  return readText(await zip.read(manifestName))
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

/** In the archive's directory, beyond which nothing is unpacked. @throws UnzipError */
const checkSizes = ({ zip, manifest }: OpenBackup) => {
  const wanted = [
    ...manifest.tables.map(({ name, bytes }) => [getTablePath(name), bytes] as const),
    ...manifest.objects.map(({ key, size }) => [getObjectPath(key), Math.min(size, maxObjectBytes)] as const),
  ]
  for (const [name, bytes] of wanted)
    if ((zip.getSize(name) ?? bytes) !== bytes) throw new UnzipError(`it is damaged: ${name} has another size than it should`)
}

const checkAll = async (backup: OpenBackup): Promise<void> => {
  const { zip, manifest } = backup
  checkSizes(backup)
  for (const table of manifest.tables) await checkEntry(zip, getTablePath(table.name), table)
  await checkEntry(zip, jobsName, manifest.jobs)
  for (const { key, size, sha256 } of manifest.objects) await checkEntry(zip, getObjectPath(key), { sha256, bytes: size })
  if (manifest.key) await checkEntry(zip, keyName, { sha256: manifest.key })
}

/** `anySize` also reads a small file that unpacks to gigabytes. @throws BackupError for a damaged file or one of a newer Billfold */
export const withBackup = async <T>(path: string, work: (backup: OpenBackup) => Promise<T>, { anySize = false } = {}): Promise<T> => {
  let zip: ZipReader | undefined
  let backup: OpenBackup
  try {
    zip = await openZip(path)
    if (!anySize) checkUnpackedSize(zip, path)
    const manifestText = await readManifest(zip)
    backup = { path, zip, manifest: parseManifest(manifestText), manifestText }
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

export const verifyBackup = (path: string): Promise<void> => withBackup(path, async () => undefined, { anySize: true })
