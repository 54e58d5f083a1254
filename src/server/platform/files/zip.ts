import { once } from 'node:events'
import { type PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipWriter = {
  /**
   * Resolves when the archive's reader has taken the file, so that one at a time is in memory. Bytes are stored uncompressed, a stream is
   * compressed.
   * @throws when the archive's reader is gone, or the stream failed
   */
  add(path: string, content: Uint8Array | Readable, at: Date): Promise<void>
  aborted: AbortSignal
}

/** At the reader's pace. When `fill` fails, so does the stream: an incomplete archive is never taken for a complete one. */
export const createZipStream = (
  fill: (zip: ZipWriter) => Promise<void>,
  sent: (bytes: number) => void,
): { stream: Readable; taken: Promise<void> } => {
  const zip = new ZipFile()
  const out = zip.outputStream as PassThrough
  const readerGone = new AbortController()
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sent(chunk.length)
      done(null, chunk)
    },
  })
  const taken = finished(stream)
  taken.catch(() => readerGone.abort())
  pipeline(out, stream, () => undefined)
  zip.on('error', (error: Error) => stream.destroy(error))

  const addBytes = async (path: string, bytes: Uint8Array, mtime: Date) => {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), path, { mtime, compress: false })
    if (out.writableNeedDrain) await once(out, 'drain', { signal: readerGone.signal })
  }
  const addStream = async (path: string, source: Readable, mtime: Date) => {
    const failed = new Promise<never>((_, reject) => source.once('error', reject))
    // The ZIP library unpipes a source when all of it is in the archive.
    const added = once(out, 'unpipe', { signal: readerGone.signal })
    zip.addReadStream(source, path, { mtime })
    try {
      await Promise.race([added, failed])
    } finally {
      source.destroy()
      added.catch(() => undefined)
    }
  }

  const add: ZipWriter['add'] = async (path, content, at) => {
    readerGone.signal.throwIfAborted()
    await (content instanceof Uint8Array ? addBytes(path, content, at) : addStream(path, content, at))
  }
  fill({ add, aborted: readerGone.signal }).then(
    () => zip.end(),
    (error: Error) => stream.destroy(error),
  )
  return { stream, taken }
}
