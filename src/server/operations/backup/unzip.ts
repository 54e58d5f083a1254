import { stat } from 'node:fs/promises'
import { pipeline, type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'

/** The message is the end of a sentence for the operator: "it is damaged". */
export class UnzipError extends Error {}

export type ZipReader = {
  names: readonly string[]
  packedBytes: number
  unpackedBytes: number
  /** @throws UnzipError; the stream fails with one at the first byte beyond the file's size, and when the CRC-32 is wrong */
  read(name: string): Promise<Readable>
  /** In bytes, uncompressed; null when it does not exist. */
  getSize(name: string): number | null
  close(): void
}

const damaged = 'it is damaged'

const toUnzipError = (error: Error, message: string): Error => {
  const { code = '' } = error as NodeJS.ErrnoException
  return error instanceof UnzipError || /^E[A-Z]+$/.test(code) ? error : new UnzipError(message, { cause: error })
}

/** The library checks the size alone. */
const verifyChecksum = (expected: number): Transform => {
  let sum = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: (done) => done(sum === expected ? null : new UnzipError(damaged)),
    destroy: (error, done) => done(error && toUnzipError(error, damaged)),
  })
}

/** @throws UnzipError also when files share bytes, by which a small archive could unpack to any size */
export const openZip = async (path: string): Promise<ZipReader> => {
  const incomplete = 'it is incomplete, or not a Billfold backup'
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error) => {
    throw toUnzipError(error, incomplete)
  })
  const entries = new Map<string, Entry>()
  const { size: packedBytes } = await stat(path)
  let unpackedBytes = 0
  try {
    let compressedBytes = 0
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry)
      compressedBytes += entry.compressedSize
      unpackedBytes += entry.uncompressedSize
      if (compressedBytes > packedBytes) throw new UnzipError(damaged)
    }
  } catch (error) {
    zip.close()
    throw toUnzipError(error as Error, damaged)
  }
  return {
    names: [...entries.keys()],
    packedBytes,
    unpackedBytes,
    getSize: (name) => entries.get(name)?.uncompressedSize ?? null,
    read: async (name) => {
      const entry = entries.get(name)
      if (!entry) throw new UnzipError(`${damaged}: ${name} is missing in it`)
      const content = await zip.openReadStreamPromise(entry).catch((error) => {
        throw toUnzipError(error, damaged)
      })
      return pipeline(content, verifyChecksum(entry.crc32), () => undefined)
    },
    close: () => zip.close(),
  }
}
