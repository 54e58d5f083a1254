import { createByteCache } from './byte-cache.ts'
import { isDrawable, type Picture, type StoredPicture } from './logo.ts'

export type FetchPicture = (key: string) => Promise<Uint8Array | null>

export type LoadedPictures = {
  pictures: Picture[]
  missing: string[]
  reasons: string[]
  /** False when loading again may help: the store failed. */
  isFinal: boolean
}

const cacheBytes = 16 * 1024 * 1024
const timeoutMs = 5_000

const withTimeout = async <Result>(work: Promise<Result>): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the store did not answer within ${timeoutMs / 1000} s`)), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Never rejects, because a document without its logo is better than none. */
export const createPictureLoader = (fetch: FetchPicture): ((wanted: readonly (Picture | StoredPicture)[]) => Promise<LoadedPictures>) => {
  const cache = createByteCache(cacheBytes)

  const load = async (key: string): Promise<Uint8Array | { reason: string; isFinal: boolean }> => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    try {
      const bytes = await withTimeout(fetch(key))
      if (bytes === null) return { reason: 'its logo is not in the store', isFinal: false }
      if (!isDrawable(bytes)) return { reason: 'its logo is no PNG or JPEG, or too large', isFinal: true }
      cache.set(key, bytes)
      return bytes
    } catch (error) {
      return { reason: `its logo could not be fetched (${error instanceof Error ? error.message : String(error)})`, isFinal: false }
    }
  }

  return async (wanted) => {
    const loaded: LoadedPictures = { pictures: [], missing: [], reasons: [], isFinal: true }
    const results = await Promise.all(
      wanted.map(async (picture) => ({ name: picture.name, result: 'bytes' in picture ? picture.bytes : await load(picture.key) })),
    )
    for (const { name, result } of results) {
      if (result instanceof Uint8Array) loaded.pictures.push({ name, bytes: result })
      else {
        loaded.missing.push(name)
        loaded.reasons.push(result.reason)
        loaded.isFinal &&= result.isFinal
      }
    }
    return loaded
  }
}
