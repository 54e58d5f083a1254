import { createHash, type Hash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '#server/platform/files/folders.ts'
import { createZipStream, type ZipWriter } from '#server/platform/files/zip.ts'

export type Digest = { bytes: number; sha256: string }

const memoize = <T>(compute: () => T): (() => T) => {
  const results: T[] = []
  return () => {
    if (results.length === 0) results.push(compute())
    return results[0]!
  }
}

export const hashStream = (source: Readable, look: (chunk: Buffer) => void = () => undefined): { stream: Readable; sum: () => Digest } => {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const digest = memoize(() => hash.digest('hex'))
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      bytes += chunk.length
      look(chunk)
      done(null, chunk)
    },
  })
  source.on('error', (error) => stream.destroy(error))
  // The reader gets the error, too. If it is gone already (on a full disk), the error must not end the process before the partial file is removed.
  stream.on('error', () => undefined)
  stream.on('close', () => source.destroy())
  source.pipe(stream)
  return { stream, sum: () => ({ bytes, sha256: digest() }) }
}

export const hashBytes = (bytes: Uint8Array): Digest => ({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })

/** `check` throws when the draft is not as it should be. When a step fails, the draft is removed. */
export const writeArchive = async (
  path: string,
  {
    fill,
    check,
    signal,
  }: { fill: (zip: ZipWriter) => Promise<void>; check: (draft: string) => Promise<void>; signal?: AbortSignal | undefined },
): Promise<void> => {
  const draft = `${path}.part`
  // Exclusively: in a shared folder, a file or a link that another account put there is neither written to nor removed.
  const file = await open(draft, 'wx', 0o600)
  try {
    const { stream, taken } = createZipStream(fill, () => undefined)
    taken.catch(() => undefined)
    await pipeline(stream, file.createWriteStream({ flush: true }), { signal })
    await check(draft)
    signal?.throwIfAborted()
    await rename(draft, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
