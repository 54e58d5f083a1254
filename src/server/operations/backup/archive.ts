import { createHash, type Hash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZipStream, type ZipWriter } from '#server/platform/files/zip.ts'

/** Counts and hashes what flows through. */
export type Digest = { bytes: number; sha256: string }

/** Asked the first time only. */
const once = <T>(ask: () => T): (() => T) => {
  const answers: T[] = []
  return () => {
    if (answers.length === 0) answers.push(ask())
    return answers[0]!
  }
}

/** A stream of the same bytes, and what they came to, which is known at its end. */
export const hashStream = (source: Readable, look: (chunk: Buffer) => void = () => undefined): { stream: Readable; sum: () => Digest } => {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const digest = once(() => hash.digest('hex'))
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      bytes += chunk.length
      look(chunk)
      done(null, chunk)
    },
  })
  source.on('error', (error) => stream.destroy(error))
  // Whoever reads it hears of it as well. When he is gone already, because the disk was full, it must not end the process before the half is removed.
  stream.on('error', () => undefined)
  stream.on('close', () => source.destroy())
  source.pipe(stream)
  return { stream, sum: () => ({ bytes, sha256: digest() }) }
}

/** What bytes in memory come to. */
export const hashBytes = (bytes: Uint8Array): Digest => ({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })

/** Makes the change of names in a folder last through a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Writes an archive: beside its name first, then onto the disk, then `check`ed, and only then it gets its name. Whatever fails, no half is left.
 * @param fill puts the files in, one after another
 * @param check looks at the file before it gets its name
 */
export const writeArchive = async (
  path: string,
  {
    fill,
    check,
    signal,
  }: { fill: (zip: ZipWriter) => Promise<void>; check: (draft: string) => Promise<void>; signal?: AbortSignal | undefined },
): Promise<void> => {
  const draft = `${path}.part`
  // Anew: in a folder of many people, a file or a link that somebody put there before is neither written into nor removed.
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
