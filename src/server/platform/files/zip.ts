import { once } from 'node:events'
import { type PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipWriter = {
  /**
   * Adds a file, and answers once it has gone on its way: so nothing but the file of the moment has to be in memory.
   * @param content bytes are kept as they are (PDFs and pictures are compressed already), a stream is compressed
   * @param at when it was changed
   * @throws when nobody takes the archive any more, or the stream broke
   */
  add(path: string, content: Uint8Array | Readable, at: Date): Promise<void>
  /** Aborted when nobody takes the archive any more. */
  aborted: AbortSignal
}

/**
 * A ZIP archive that is made while it is read, at the reader's pace. When `fill` fails the stream is destroyed with its error, so that nobody takes
 * the half for the whole.
 * @param sent is told of each piece that goes out, in bytes
 * @returns the stream, and a promise that answers when all of it was read and throws when it wasn't
 */
export const createZipStream = (
  fill: (zip: ZipWriter) => Promise<void>,
  sent: (bytes: number) => void,
): { stream: Readable; taken: Promise<void> } => {
  const zip = new ZipFile()
  const out = zip.outputStream as PassThrough
  const over = new AbortController()
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sent(chunk.length)
      done(null, chunk)
    },
  })
  const taken = finished(stream)
  taken.catch(() => over.abort())
  pipeline(out, stream, () => undefined)
  zip.on('error', (error: Error) => stream.destroy(error))

  const addBytes = async (path: string, bytes: Uint8Array, mtime: Date) => {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), path, { mtime, compress: false })
    if (out.writableNeedDrain) await once(out, 'drain', { signal: over.signal })
  }
  const addStream = async (path: string, source: Readable, mtime: Date) => {
    const broke = new Promise<never>((_, reject) => source.once('error', reject))
    // All of it is in the archive when it is let go of.
    const isIn = once(out, 'unpipe', { signal: over.signal })
    zip.addReadStream(source, path, { mtime })
    try {
      await Promise.race([isIn, broke])
    } finally {
      source.destroy()
      isIn.catch(() => undefined)
    }
  }

  const add: ZipWriter['add'] = async (path, content, at) => {
    over.signal.throwIfAborted()
    await (content instanceof Uint8Array ? addBytes(path, content, at) : addStream(path, content, at))
  }
  fill({ add, aborted: over.signal }).then(
    () => zip.end(),
    (error: Error) => stream.destroy(error),
  )
  return { stream, taken }
}
