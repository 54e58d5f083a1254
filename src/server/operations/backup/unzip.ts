import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/** The file is not a complete ZIP archive. The message is the end of a sentence for the operator: "it is damaged". */
export class UnzipError extends Error {}

type Entry = { name: string; size: number; storedSize: number; method: number; crc: number; at: number }

/** A ZIP archive on the disk of any size, whose files are read one after another. */
export type ZipReader = {
  names: readonly string[]
  /** Reads a file. @throws UnzipError when it does not exist; the stream fails with one when the bytes do not match their size or CRC-32 */
  read(name: string): Promise<Readable>
  /** The uncompressed size of a file in bytes; null when it does not exist. */
  getSize(name: string): number | null
  close(): Promise<void>
}

const incomplete = 'it is incomplete, or not a Billfold backup'
const damaged = 'it is damaged'

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50
/** The end record and the longest possible comment after it, in bytes. */
const maxEndBytes = 22 + 65_535
const maxDirectoryBytes = 256 * 1024 * 1024

const readBytes = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  if (bytesRead < length) throw new UnzipError(incomplete)
  return bytes
}

/** Where the archive's directory is. */
const findDirectory = async (file: FileHandle, fileSize: number): Promise<{ at: number; size: number; count: number }> => {
  const length = Math.min(maxEndBytes, fileSize)
  const tail = await readBytes(file, fileSize - length, length)
  const found = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (found < 0 || found + 22 > length || tail.readUInt32LE(found) !== endSignature) throw new UnzipError(incomplete)
  const plain = { count: tail.readUInt16LE(found + 10), size: tail.readUInt32LE(found + 12), at: tail.readUInt32LE(found + 16) }
  if (plain.count !== 0xffff && plain.size !== 0xffffffff && plain.at !== 0xffffffff) return plain
  if (found < 20) throw new UnzipError(damaged)
  const record = await readBytes(file, Number(tail.readBigUInt64LE(found - 20 + 8)), 56)
  if (record.readUInt32LE(0) !== end64Signature) throw new UnzipError(damaged)
  return {
    count: Number(record.readBigUInt64LE(32)),
    size: Number(record.readBigUInt64LE(40)),
    at: Number(record.readBigUInt64LE(48)),
  }
}

/** Replaces the numbers that do not fit into four bytes by those of the ZIP64 extra field, which has them in this order. */
const readZip64 = (extra: Buffer, given: { size: number; storedSize: number; at: number }) => {
  const out = { ...given }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    for (const key of ['size', 'storedSize', 'at'] as const)
      if (out[key] === 0xffffffff) {
        out[key] = Number(extra.readBigUInt64LE(next))
        next += 8
      }
  }
  return out
}

const parseEntries = (directory: Buffer, count: number): Map<string, Entry> => {
  const entries = new Map<string, Entry>()
  let at = 0
  for (let i = 0; i < count; i++) {
    if (directory.readUInt32LE(at) !== entrySignature) throw new UnzipError(damaged)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength)
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const numbers = readZip64(extra, {
      size: directory.readUInt32LE(at + 24),
      storedSize: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    })
    entries.set(name, { name, method: directory.readUInt16LE(at + 10), crc: directory.readUInt32LE(at + 16), ...numbers })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

/** Passes bytes through, and fails when they do not match the entry's size and CRC-32. */
const verifyContent = ({ size, crc }: Entry): Transform => {
  let [seen, sum] = [0, 0]
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      seen += chunk.length
      sum = crc32(chunk, sum)
      done(seen > size ? new UnzipError(damaged) : null, chunk)
    },
    flush: (done) => done(seen === size && sum === crc ? null : new UnzipError(damaged)),
  })
}

/**
 * Opens a ZIP archive: reads its directory only.
 * @throws UnzipError when it is not a ZIP archive, or incomplete
 */
export const openZip = async (path: string): Promise<ZipReader> => {
  const file = await open(path, 'r')
  try {
    const { size: fileSize } = await file.stat()
    const directory = await findDirectory(file, fileSize)
    if (directory.size > maxDirectoryBytes || directory.at + directory.size > fileSize) throw new UnzipError(damaged)
    const entries = parseEntries(await readBytes(file, directory.at, directory.size), directory.count)
    return {
      names: [...entries.keys()],
      getSize: (name) => entries.get(name)?.size ?? null,
      read: async (name) => {
        const entry = entries.get(name)
        if (!entry) throw new UnzipError(`${damaged}: ${name} is missing in it`)
        const head = await readBytes(file, entry.at, 30)
        if (head.readUInt32LE(0) !== fileSignature || ![0, 8].includes(entry.method)) throw new UnzipError(damaged)
        const start = entry.at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
        const out = verifyContent(entry)
        if (entry.storedSize === 0) {
          out.end()
          return out
        }
        const stored = createReadStream(path, { start, end: start + entry.storedSize - 1, highWaterMark: 256 * 1024 })
        const inflated = entry.method === 8 ? createInflateRaw() : null
        // The returned stream fails with a message for the operator instead of zlib's.
        const fail = (error: Error) => out.destroy(error instanceof UnzipError ? error : new UnzipError(damaged, { cause: error }))
        stored.on('error', fail)
        inflated?.on('error', fail)
        out.on('close', () => stored.destroy())
        ;(inflated ? stored.pipe(inflated) : stored).pipe(out)
        return out
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error instanceof RangeError ? new UnzipError(damaged, { cause: error }) : error
  }
}
